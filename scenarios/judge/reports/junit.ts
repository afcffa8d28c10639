import {
  element,
  findingsOf,
  quoteLines,
  remarksOf,
  tellFinding,
  type XmlNode,
  xmlDocument,
} from '../judged/index.ts';
import type { RunReport, ScenarioReport } from '../report/index.ts';
import type { FormatReport } from './formats.ts';

/** The report as JUnit XML: a test case for each scenario. */
export const junitReport: FormatReport = report => {
  const { scenarios, summary, tookMs, startedAt } = report;
  const counts = {
    tests: scenarios.length,
    failures: summary.broken + summary.unproven,
    errors: summary['harness-error'],
    skipped: summary['not-played'],
  };
  const time = seconds(tookMs);
  const stale = staleCase(report);
  const all = { ...counts, tests: counts.tests + stale.length, failures: counts.failures + stale.length };
  const suite = element('testsuite', { name: 'understudy', timestamp: startedAt, ...all, time }, [
    ...scenarios.map(testCase),
    ...stale,
  ]);
  return xmlDocument(element('testsuites', { name: 'understudy', ...all, time }, [suite]));
};

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

function testCase(scenario: ScenarioReport): XmlNode {
  const { id, state, tookMs, title, repeat, output } = scenario;
  const properties = element('properties', {}, [
    element('property', { name: 'title', value: title }),
    element('property', { name: 'repeat', value: repeat }),
  ]);
  // What a client wrote is of interest where something is wrong.
  const rest =
    output === undefined || state === 'held'
      ? []
      : [element('system-out', {}, [quoteLines(output.trimEnd())])];
  return element('testcase', { classname: 'understudy', name: id, time: seconds(tookMs) }, [
    properties,
    ...outcomeOf(scenario),
    ...rest,
  ]);
}

function outcomeOf(scenario: ScenarioReport): XmlNode[] {
  const { state, repeat } = scenario;
  const findings = findingsOf(scenario);
  const remarks = remarksOf(scenario);
  const told = [...remarks, ...findings.map(tellFinding), `Play it again: ${repeat}`].join('\n\n');
  if (state === 'not-played') return [element('skipped', { message: remarks[0] ?? '' })];
  if (state === 'harness-error')
    return [element('error', { type: 'harness-error', message: remarks[0] ?? '' }, [told])];
  if (state === 'unproven')
    return [element('failure', { type: 'unproven', message: remarks[0] ?? '' }, [told])];
  if (state === 'broken') {
    const broken = findings.filter(({ weight }) => weight === 'fail');
    const shown = broken.length > 0 ? broken : findings;
    const message = [...new Set(shown.map(({ rule }) => rule))].join(', ');
    return [element('failure', { type: 'broken', message }, [told])];
  }
  return findings.length === 0 ? [] : [element('system-err', {}, [told])];
}

/** A stale baseline fails the run, so that a test case has to. */
function staleCase({ stale }: RunReport): XmlNode[] {
  if (stale.length === 0) return [];
  const lines = stale.map(({ scenario, rule }) => `${scenario}: ${rule}`);
  const message = 'the baseline lists what did not happen';
  const failure = element('failure', { type: 'stale', message }, [lines.join('\n')]);
  return [element('testcase', { classname: 'understudy', name: 'baseline', time: '0.000' }, [failure])];
}
