import { brokenRules, playsOfRun, playsOfTraffic } from './by-rule.ts';
import { deviationText } from './deviations.ts';
import { quoteLines, showControls } from './escape.ts';
import { explorationCases } from './exploration.ts';
import type { ExplorationReport } from './exploration-schema.ts';
import { type Attributes, type Case, ruleCases } from './junit-rules.ts';
import { describeBrokenAnswer, nothingJudged, remarksOf } from './remarks.ts';
import { nounOf } from './rule-text.ts';
import type { Report, RunReport, ScenarioReport, VerdictReport, WriteReport } from './schema.ts';
import { nameOfPlay } from './summary.ts';
import { element, type XmlNode, xmlDocument } from './xml.ts';

interface Suite {
  readonly name: string;
  readonly attributes: Attributes;
  readonly cases: readonly Case[];
  readonly stderr?: string | undefined;
  /** The duration in milliseconds. Only one suite has it, because viewers add the durations. */
  readonly tookMs?: number;
}

const counted = { failure: 'failures', error: 'errors', skipped: 'skipped' } as const;

/**
 * Writes the report as JUnit XML. The suite `rules` has a test case for each rule, with one proof. For a run, the suite
 * `scenarios` has a test case for each scenario, with the names of the broken rules.
 */
export const junit: WriteReport = report => {
  const suites = suitesOf(report);
  const time = report.format === 'understudy-report' ? { time: seconds(report.tookMs) } : {};
  const all = suites.flatMap(({ cases }) => cases);
  return xmlDocument(
    element(
      'testsuites',
      { name: 'understudy', ...countsOf(all), ...time },
      suites.map(({ name, attributes, cases, stderr, tookMs = 0 }) =>
        element('testsuite', { name, ...attributes, ...countsOf(cases), time: seconds(tookMs) }, [
          ...cases.map(one => caseElement(name, one)),
          ...(stderr === undefined ? [] : [element('system-err', {}, [stderr])]),
        ]),
      ),
    ),
  );
};

function suitesOf(report: Report): Suite[] {
  if (report.format === 'understudy-exploration') return [explorationSuite(report)];
  if (report.format === 'understudy-verdicts') return judgedSuites(report);
  const rules = ruleCases(playsOfRun(report), nounOf(report));
  const suite = { name: 'rules', attributes: { timestamp: report.startedAt }, cases: rules };
  return [...(rules.length > 0 ? [suite] : []), scenarioSuite(report)];
}

const explorationSuite = (report: ExplorationReport): Suite => ({
  name: 'explore',
  attributes: {},
  cases: explorationCases(report).map(({ name, kind, lines: [first = '', ...rest] }): Case => {
    const message = showControls(first);
    if (kind === 'skipped') return { name, outcome: { kind: 'skipped', attributes: { message } } };
    const text = showControls([first, ...rest].join('\n'));
    if (kind === 'failure') return { name, outcome: { kind: 'failure', attributes: { message }, text } };
    return kind === 'ok' ? { name } : { name, stdout: text };
  }),
});

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

function countsOf(cases: readonly Case[]): Attributes {
  const counts = Object.entries(counted).map(([kind, name]) => [
    name,
    cases.filter(({ outcome }) => outcome?.kind === kind).length,
  ]);
  return { tests: cases.length, ...Object.fromEntries(counts) };
}

function caseElement(suite: string, one: Case): XmlNode {
  const { name, attributes, properties, outcome, stderr, stdout } = one;
  const listed = Object.entries(properties ?? {}).map(([key, value]) =>
    element('property', { name: key, value }),
  );
  const text = (part: string | undefined) => (part === undefined ? [] : [part]);
  return element('testcase', { classname: `understudy.${suite}`, name, ...attributes }, [
    ...(listed.length > 0 ? [element('properties', {}, listed)] : []),
    ...(outcome ? [element(outcome.kind, outcome.attributes, text(outcome.text))] : []),
    ...(stderr === undefined ? [] : [element('system-err', {}, [stderr])]),
    ...(stdout === undefined ? [] : [element('system-out', {}, [stdout])]),
  ]);
}

/**
 * Returns a test case for each scenario. The suite `rules` contains the proofs, so that a rule that is broken in many scenarios is
 * explained once.
 */
function scenarioSuite(report: RunReport): Suite {
  const { deviations, stale, startedAt, tookMs } = report;
  const lines = stale.map(({ scenario, rule }) => `${scenario}: ${rule}`);
  const message = 'the baseline lists failures that no longer happen; remove these lines';
  // A run fails if the baseline lists a failure that did not happen. The JUnit report therefore needs a failing test case for
  // the baseline.
  const baseline: Case = {
    name: 'baseline',
    attributes: { time: '0.000' },
    outcome: {
      kind: 'failure',
      attributes: { type: 'stale', message },
      text: [message, ...lines].join('\n'),
    },
  };
  const plays = playsOfRun(report);
  const played = report.scenarios.map((scenario, index) =>
    scenarioCase(scenario, plays[index] ? brokenRules(plays[index]) : []),
  );
  const cases = [...played, ...(stale.length > 0 ? [baseline] : [])];
  const texts = deviations?.map(deviationText).map(({ title, lines: text }) => [title, ...text].join('\n'));
  return {
    name: 'scenarios',
    attributes: { timestamp: startedAt },
    cases,
    stderr: texts?.join('\n\n'),
    tookMs,
  };
}

function scenarioCase(scenario: ScenarioReport, broken: readonly string[]): Case {
  const { state, tookMs, title, repeat, output, draw, seed, clock, virtualMs, jumps = 0 } = scenario;
  const drawn = draw === undefined ? {} : { draw: String(draw), ...(seed !== undefined && { seed }) };
  const warp =
    clock?.mode === 'warp' ? { clock: 'warp', virtualTime: seconds(virtualMs), jumps: String(jumps) } : {};
  const isShown = output !== undefined && state !== 'held';
  return {
    name: nameOfPlay(scenario),
    attributes: { time: seconds(tookMs) },
    properties: { title, ...drawn, ...warp, repeat },
    ...outcomeOf(scenario, broken),
    ...(isShown && { stdout: quoteLines(output.trimEnd()) }),
  };
}

/** Viewers show the text of a failure, and some of them ignore its attribute `message`. So the text begins with the message. */
function outcomeOf(scenario: ScenarioReport, broken: readonly string[]): Pick<Case, 'outcome'> {
  const { state, repeat } = scenario;
  if (state === 'held' || state === 'warned') return {};
  const remarks = remarksOf(scenario);
  const [remark = ''] = remarks;
  if (state === 'not-played') return { outcome: { kind: 'skipped', attributes: { message: remark } } };
  const message = state === 'broken' ? `Broken rules: ${broken.join(', ')}` : remark;
  const text = [message, ...remarks.slice(1), `Run the scenario again: ${repeat}`].join('\n');
  const kind = state === 'harness-error' ? 'error' : 'failure';
  return { outcome: { kind, attributes: { type: state, message }, text } };
}

/** Returns a test case for each rule. If a command judged nothing and therefore ends with 2, one test case fails. */
function judgedSuites(report: VerdictReport): Suite[] {
  const message = nothingJudged(report);
  if (message !== undefined && report.exitCode === 2) {
    const outcome = {
      kind: 'failure',
      attributes: { type: 'nothing-judged', message },
      text: message,
    } as const;
    return [{ name: 'rules', attributes: {}, cases: [{ name: 'calls', outcome }] }];
  }
  const errors = report.judged.flatMap(({ source, brokenAnswers }) =>
    brokenAnswers.map((answer): Case => {
      const text = describeBrokenAnswer(answer);
      const attributes = { type: 'harness-error', message: text };
      return { name: `${source}: exchange ${answer.exchange}`, outcome: { kind: 'error', attributes, text } };
    }),
  );
  const noun = report.judged.length > 1 ? 'source' : undefined;
  return [{ name: 'rules', attributes: {}, cases: [...ruleCases(playsOfTraffic(report), noun), ...errors] }];
}
