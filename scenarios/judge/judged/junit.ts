import type { ReportedVerdict } from '../report/schema.ts';
import { describeBrokenAnswer } from '../rules/judge.ts';
import { findRule } from '../rules/table.ts';
import { findingsOf, tellFinding } from './findings.ts';
import type { Judged } from './judged.ts';
import { element, type XmlNode, xmlDocument } from './xml.ts';

/**
 * What was judged, as JUnit XML: a suite for each source, a test case for each rule. Rules that nothing showed, and that the
 * traffic cannot tell, are skipped.
 *
 * @example judgedJunit([judgeTraffic('traffic.har', facts, {})])
 */
export function judgedJunit(all: readonly Judged[]): string {
  const suites = all.map(judged => ({ judged, counts: countsOf(judged) }));
  const total = suites.reduce((sum, { counts }) => add(sum, counts), none);
  return xmlDocument(
    element(
      'testsuites',
      { name: 'understudy', ...total },
      suites.map(({ judged, counts }) => suite(judged, counts)),
    ),
  );
}

const none = { tests: 0, failures: 0, errors: 0, skipped: 0 };
type Counts = typeof none;

const add = (one: Counts, other: Counts): Counts => ({
  tests: one.tests + other.tests,
  failures: one.failures + other.failures,
  errors: one.errors + other.errors,
  skipped: one.skipped + other.skipped,
});

function countsOf({ verdicts, brokenAnswers }: Judged): Counts {
  const count = (...words: readonly ReportedVerdict['verdict'][]) =>
    verdicts.filter(({ verdict }) => words.includes(verdict)).length;
  return {
    tests: verdicts.length + brokenAnswers.length,
    failures: count('fail'),
    errors: count('harness-error') + brokenAnswers.length,
    skipped: count('not-observed', 'inconclusive'),
  };
}

function suite(judged: Judged, counts: Counts): XmlNode {
  const cases = judged.verdicts.map(verdict =>
    testCase(verdict.rule, outcomeOf(verdict, judged.exchanges), findRule(verdict.rule)?.title),
  );
  const broken = judged.brokenAnswers.map(answer =>
    testCase(`exchange ${answer.exchange}`, [
      element('error', { type: 'harness-error', message: describeBrokenAnswer(answer) }),
    ]),
  );
  return element('testsuite', { name: judged.source, ...counts }, [...cases, ...broken]);
}

function testCase(name: string, outcome: readonly XmlNode[], title?: string): XmlNode {
  const properties = title === undefined ? [] : [element('property', { name: 'title', value: title })];
  return element('testcase', { classname: 'understudy', name }, [
    ...(properties.length > 0 ? [element('properties', {}, properties)] : []),
    ...outcome,
  ]);
}

function outcomeOf(verdict: ReportedVerdict, exchanges: Judged['exchanges']): XmlNode[] {
  const { verdict: word, reason = '' } = verdict;
  const findings = findingsOf({ verdicts: [verdict], exchanges });
  const told = findings.map(tellFinding).join('\n\n');
  const message = findings[0]?.message ?? '';
  if (word === 'fail') return [element('failure', { type: 'broken', message }, [told])];
  if (word === 'warn') return [element('system-err', {}, [told])];
  if (word === 'harness-error') return [element('error', { type: word, message: reason })];
  return word === 'pass'
    ? []
    : [element('skipped', { message: reason === '' ? word : `${word}: ${reason}` })];
}
