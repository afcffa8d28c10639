import { findRule, type Judgement, type Verdict } from '../judge/index.ts';
import { deviationText, withoutDeviations } from './deviations.ts';
import { quoteLines, showControls } from './escape.ts';
import { explorationCases } from './exploration.ts';
import type { ExplorationReport } from './exploration-schema.ts';
import {
  describeBrokenAnswer,
  findingsOf,
  findingText,
  nameOfPlay,
  nothingJudged,
  remarksOf,
} from './findings.ts';
import type { Report, RunReport, ScenarioReport, VerdictReport, WriteReport } from './schema.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** A test case in JUnit XML. The XML element of the suite counts the outcomes of its test cases. */
interface Case {
  readonly name: string;
  readonly attributes?: Attributes;
  readonly properties?: Readonly<Record<string, string>>;
  readonly outcome?: {
    readonly kind: keyof typeof counted;
    readonly attributes: Attributes;
    readonly text?: string;
  };
  readonly stderr?: string;
  readonly stdout?: string;
}

interface Suite {
  readonly name: string;
  readonly attributes: Attributes;
  readonly cases: readonly Case[];
  readonly stderr?: string | undefined;
}

const counted = { failure: 'failures', error: 'errors', skipped: 'skipped' } as const;

/**
 * Writes the report as JUnit XML. A run is one suite with a test case for each scenario. Recorded traffic has a suite for each
 * source, with a test case for each rule.
 */
export const junit: WriteReport = report => {
  const isRun = report.format === 'understudy-report';
  const suites = suitesOf(report);
  const time = isRun ? { time: seconds(report.tookMs) } : {};
  const all = suites.flatMap(({ cases }) => cases);
  return xmlDocument(
    element(
      'testsuites',
      { name: 'understudy', ...countsOf(all), ...time },
      suites.map(({ name, attributes, cases, stderr }) =>
        element('testsuite', { name, ...attributes, ...countsOf(cases), ...time }, [
          ...cases.map(caseElement),
          ...(stderr === undefined ? [] : [element('system-err', {}, [stderr])]),
        ]),
      ),
    ),
  );
};

function suitesOf(report: Report): Suite[] {
  if (report.format === 'understudy-exploration') return [explorationSuite(report)];
  return report.format === 'understudy-report' ? [runSuite(report)] : judgedSuites(report);
}

const explorationSuite = (report: ExplorationReport): Suite => ({
  name: 'understudy explore',
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

function caseElement({ name, attributes, properties, outcome, stderr, stdout }: Case): XmlNode {
  const listed = Object.entries(properties ?? {}).map(([key, value]) =>
    element('property', { name: key, value }),
  );
  const text = (part: string | undefined) => (part === undefined ? [] : [part]);
  return element('testcase', { classname: 'understudy', name, ...attributes }, [
    ...(listed.length > 0 ? [element('properties', {}, listed)] : []),
    ...(outcome ? [element(outcome.kind, outcome.attributes, text(outcome.text))] : []),
    ...(stderr === undefined ? [] : [element('system-err', {}, [stderr])]),
    ...(stdout === undefined ? [] : [element('system-out', {}, [stdout])]),
  ]);
}

function runSuite(report: RunReport): Suite {
  const { deviations, stale, startedAt } = report;
  const lines = stale.map(({ scenario, rule }) => `${scenario}: ${rule}`);
  // A run fails if the baseline lists a failure that did not happen. The JUnit report therefore needs a failing test case for
  // the baseline.
  const baseline: Case = {
    name: 'baseline',
    attributes: { time: '0.000' },
    outcome: {
      kind: 'failure',
      attributes: {
        type: 'stale',
        message: 'the baseline lists failures that no longer happen; remove these lines',
      },
      text: lines.join('\n'),
    },
  };
  const cases = [...withoutDeviations(report).map(scenarioCase), ...(stale.length > 0 ? [baseline] : [])];
  const texts = deviations?.map(deviationText).map(({ title, lines }) => [title, ...lines].join('\n'));
  return {
    name: 'understudy',
    attributes: { timestamp: startedAt },
    cases,
    stderr: texts?.join('\n\n'),
  };
}

function scenarioCase(scenario: ScenarioReport): Case {
  const { state, tookMs, title, repeat, output, draw, seed, clock, virtualMs, jumps = 0 } = scenario;
  const drawn = draw === undefined ? {} : { draw: String(draw), ...(seed !== undefined && { seed }) };
  const warp =
    clock?.mode === 'warp' ? { clock: 'warp', virtualTime: seconds(virtualMs), jumps: String(jumps) } : {};
  const isShown = output !== undefined && state !== 'held';
  return {
    name: nameOfPlay(scenario),
    attributes: { time: seconds(tookMs) },
    properties: { title, ...drawn, ...warp, repeat },
    ...outcomeOf(scenario),
    ...(isShown && { stdout: quoteLines(output.trimEnd()) }),
  };
}

function outcomeOf(scenario: ScenarioReport): Pick<Case, 'outcome' | 'stderr'> {
  const { state, repeat } = scenario;
  const findings = findingsOf(scenario);
  const remarks = remarksOf(scenario);
  const [message = ''] = remarks;
  const text = [...remarks, ...findings.map(findingText), `Run the scenario again: ${repeat}`].join('\n\n');
  if (state === 'not-played') return { outcome: { kind: 'skipped', attributes: { message } } };
  if (state === 'harness-error')
    return { outcome: { kind: 'error', attributes: { type: state, message }, text } };
  if (state === 'unproven')
    return { outcome: { kind: 'failure', attributes: { type: state, message }, text } };
  if (state !== 'broken') return findings.length === 0 ? {} : { stderr: text };
  const broken = findings.filter(({ weight }) => weight === 'fail');
  const shown = broken.length > 0 ? broken : findings;
  const rules = [...new Set(shown.map(({ rule }) => rule))].join(', ');
  return { outcome: { kind: 'failure', attributes: { type: state, message: rules }, text } };
}

/** Returns a suite for each source of traffic. If a command judged nothing and therefore ends with 2, one test case fails. */
function judgedSuites(report: VerdictReport): Suite[] {
  const message = nothingJudged(report);
  if (message === undefined || report.exitCode !== 2) return report.judged.map(judgementSuite);
  const outcome = { kind: 'failure', attributes: { type: 'nothing-judged', message } } as const;
  return [{ name: 'understudy', attributes: {}, cases: [{ name: 'calls', outcome }] }];
}

function judgementSuite(judgement: Judgement): Suite {
  const { source, verdicts, brokenAnswers } = judgement;
  const cases = [
    ...verdicts.map(verdict => ruleCase(verdict, judgement)),
    ...brokenAnswers.map(
      (answer): Case => ({
        name: `exchange ${answer.exchange}`,
        outcome: {
          kind: 'error',
          attributes: { type: 'harness-error', message: describeBrokenAnswer(answer) },
        },
      }),
    ),
  ];
  return { name: source, attributes: {}, cases };
}

function ruleCase(verdict: Verdict, { exchanges }: Judgement): Case {
  const { rule, verdict: word, reason = '' } = verdict;
  const { title = '' } = findRule(rule) ?? {};
  const base: Case = { name: rule, properties: { title } };
  const findings = findingsOf({ verdicts: [verdict], exchanges });
  const text = findings.map(findingText).join('\n\n');
  const message = findings[0]?.message ?? '';
  if (word === 'pass') return base;
  if (word === 'warn') return { ...base, stderr: text };
  if (word === 'fail')
    return { ...base, outcome: { kind: 'failure', attributes: { type: 'broken', message }, text } };
  if (word === 'harness-error')
    return { ...base, outcome: { kind: 'error', attributes: { type: word, message: reason } } };
  const why = reason === '' ? word : `${word}: ${reason}`;
  return { ...base, outcome: { kind: 'skipped', attributes: { message: why } } };
}

/** An XML element, or a text that `write` escapes. */
type XmlNode = XmlElement | string;

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly XmlNode[];
}

function element(
  name: string,
  attributes: XmlElement['attributes'],
  content: readonly XmlNode[] = [],
): XmlNode {
  return { name, attributes, content };
}

/**
 * Writes an XML document.
 *
 * @example xmlDocument(element('a', { b: '<' })) // '<?xml version="1.0" encoding="UTF-8"?>\n<a b="&lt;"/>\n'
 */
const xmlDocument = (root: XmlNode): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;

function write(node: XmlNode, indent: string): string {
  if (typeof node === 'string') return escapeXml(node);
  const { name, attributes, content } = node;
  const head = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(String(value), true)}"`,
  );
  const start = `${indent}<${name}${head.join('')}`;
  if (content.length === 0) return `${start}/>\n`;
  // White space next to a text would become part of the text, so such an element has no line breaks.
  const isText = content.some(child => typeof child === 'string');
  const inner = content.map(child => write(child, isText ? '' : `${indent}  `)).join('');
  return isText ? `${start}>${inner}</${name}>\n` : `${start}>\n${inner}${indent}</${name}>\n`;
}

// XML 1.0 cannot contain lone surrogates and these two characters, not even in escaped form.
const unwritable = /[\uFFFE\uFFFF]|\p{Surrogate}/gu;

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string, isAttribute = false): string {
  const written = showControls(text)
    .replace(unwritable, '\uFFFD')
    .replace(/[&<>"]/g, mark => names[mark] ?? mark);
  // XML parsers turn a bare line break in an attribute into a space.
  return isAttribute ? written.replace(/[\t\n]/g, mark => `&#${mark.charCodeAt(0)};`) : written;
}
