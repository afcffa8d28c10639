// Makes documents of the reports of `run`, and of `exec` and `judge`.
import { findRule, invariants, type Verdict } from '../judge/index.ts';
import {
  brokenRules,
  causesFirst,
  endOfOutput,
  findingsByRule,
  type JudgedPlay,
  knownLine,
  maxNames,
  nounOf,
  type PlayOfRun,
  placesOf,
  playsOfRun,
  playsOfTraffic,
  type RuleFindings,
  ruleLines,
  type Weight,
} from './by-rule.ts';
import { type Case, type Finding, note, type ReportDocument, type Section } from './document.ts';
import { runPage, verdictsPage } from './page.ts';
import {
  describeBrokenAnswer,
  deviationText,
  harnessErrors,
  nothingJudged,
  type Remark,
  remarksByText,
  remarksOf,
  unreadLines,
} from './remarks.ts';
import type { Judged, RunReport, VerdictReport } from './schema.ts';
import { stateWords } from './schema.ts';
import { indent, oneLine, quoteLines, showControls } from './text.ts';
import { counted, listed, staleHeading, staleLines, summaryLine, varyLines, warpLines } from './wording.ts';

export function runDocument(report: RunReport): ReportDocument {
  const plays = playsOfRun(report);
  const groups = findingsByRule(plays);
  const remarks = remarksByText(report);
  const noun = nounOf(report);
  const rules = ruleCases(plays, noun);
  const { startedAt: timestamp, tookMs } = report;
  const deviations = (report.deviations ?? []).map(deviationText);
  const comments = [...warpLines(report), ...deviations.flatMap(({ title, lines }) => [title, ...lines])];
  const remarkSection = (kind: Remark['kind']): Section => ({
    heading: remarkLooks[kind].heading,
    findings: remarks.filter(one => one.kind === kind).map(remarkFinding),
  });
  return {
    data: report,
    page: () => runPage(report),
    parts: [
      { findings: varyLines(report).map(note) },
      remarkSection('harness-error'),
      staleSection(report),
      ...ruleSections(groups, noun),
      remarkSection('unproven'),
      { findings: deviations.map(deviationFinding), isLoose: true },
      remarkSection('undecided'),
      remarkSection('not-played'),
      scenarioTable(plays),
    ],
    suites: [
      ...(rules.length > 0 ? [{ name: 'rules', timestamp, cases: rules }] : []),
      { name: 'scenarios', timestamp, tookMs, comments, cases: scenarioCases(report, plays) },
    ],
    points: runPoints(report, plays),
    summary: [summaryLine(report), ...ruleCounts(groups), ...warpLines(report)],
  };
}

export function trafficDocument(report: VerdictReport): ReportDocument {
  const { judged, exitCode } = report;
  const nothing = nothingJudged(report);
  const errorOf = (title: string, line: string): Finding => {
    return { ...note(line), level: 'error', title, short: [line] };
  };
  const judgedParts: Section[] = [
    { findings: judged.flatMap(one => harnessErrors(one).map(line => errorOf(one.source, line))) },
    ...ruleSections(findingsByRule(playsOfTraffic(report)), 'source', judged.length > 1),
    { heading: ['yellow', 'Not read'], findings: judged.flatMap(unreadLines).map(note) },
  ];
  const failed: Case[] | undefined =
    nothing !== undefined && exitCode === 2
      ? [{ name: 'calls', result: 'failure', type: 'nothing-judged', message: nothing, lines: [nothing] }]
      : undefined;
  return {
    data: report,
    page: () => verdictsPage(report),
    parts: nothing === undefined ? judgedParts : [{ findings: [errorOf('Nothing was judged', nothing)] }],
    suites: [{ name: 'rules', cases: failed ?? trafficCases(report) }],
    points: failed ?? judged.flatMap(trafficPoints),
    summary: nothing === undefined ? judged.map(countsLine) : [],
  };
}

const verdictWords = { fail: 'BROKEN', warn: 'warning', known: 'known' } as const;

function ruleSections(groups: readonly RuleFindings[], noun: string, hasPlaces = true): Section[] {
  const columns = ['rule', 'verdict', `${noun}s`, 'what happened'];
  const sectionOf = (weight: Weight, heading: (count: string) => Section['heading']) => {
    const own = groups.filter(group => group.weight === weight);
    const findings = own.map(group => {
      const before = groups.slice(0, groups.indexOf(group)).filter(one => one.weight !== 'known');
      const quoted = new Set(before.flatMap(one => one.proof.clauses));
      return ruleFinding(group, { noun, quoted, hasPlaces });
    });
    return { heading: heading(counted(own.length, 'rule')), columns, findings, isLoose: weight !== 'known' };
  };
  return [
    sectionOf('fail', count => ['red', `Broken: ${count}`]),
    sectionOf('warn', count => ['yellow', `Warnings: ${count}`]),
    sectionOf('known', () => ['dim', 'Known failures, listed in the baseline']),
  ];
}

function ruleFinding(
  group: RuleFindings,
  { noun, quoted, hasPlaces }: { noun: string; quoted: ReadonlySet<string>; hasPlaces: boolean },
): Finding {
  const { rule, weight, proof, play, names } = group;
  const [first = '', ...others] = names;
  const level = ({ fail: 'error', warn: 'warning', known: 'note' } as const)[weight];
  return {
    level,
    title: `${rule}${placesOf(group, noun)}`,
    rule,
    short: [
      `${others.length > 0 ? `${play.name}: ` : ''}${proof.message}`,
      proof.expected,
      ...(others.length > 0 ? [`Also in: ${listed(others, maxNames)}`] : []),
      ...(play.repeat === undefined ? [] : [`Run it again: ${play.repeat}`]),
    ],
    cells: [
      `\`${rule}\``,
      verdictWords[weight],
      others.length > 0 ? `${names.length}: ${listed(names, maxInCell)}` : first,
      `${proof.message} ${proof.expected}`,
    ],
    lines: paint =>
      weight === 'known'
        ? [`  ${knownLine(group, paint)}`]
        : ruleLines(group, { paint, quoted, ...(hasPlaces && { noun }) }).map(line => indent(line, 2)),
  };
}

const maxInCell = 5;

function ruleCounts(groups: readonly RuleFindings[]): string[] {
  const count = (weight: Weight) => groups.filter(group => group.weight === weight).length;
  const parts = [
    ...(count('fail') > 0 ? [`${counted(count('fail'), 'rule')} broken`] : []),
    ...(count('warn') > 0 ? [`${counted(count('warn'), 'rule')} with warnings`] : []),
  ];
  return parts.length === 0 ? [] : [parts.join(', ')];
}

/** How a report shows each kind of remark. */
const remarkLooks = {
  'harness-error': { level: 'error', heading: ['magenta', 'The judge or the stand-in failed'] },
  unproven: { level: 'warning', heading: ['yellow', 'Unproven'] },
  undecided: { level: 'warning', heading: ['yellow', 'Not decided'] },
  'not-played': { level: 'note', heading: ['dim', 'Not played'] },
} as const satisfies Record<Remark['kind'], Pick<Finding, 'level'> & Pick<Section, 'heading'>>;

const remarkFinding = ({ kind, text, scenarios, output }: Remark): Finding => ({
  level: remarkLooks[kind].level,
  title: remarkLooks[kind].heading[1].toLowerCase(),
  short: [text, `Scenarios: ${listed(scenarios, maxNames)}`],
  cells: [text, `(${listed(scenarios, maxInCell)})`],
  lines: () => [
    indent(showControls(text), 2),
    `    ${listed(scenarios, maxNames)}`,
    ...(output === undefined ? [] : [indent(endOfOutput(output), 4)]),
  ],
});

const deviationFinding = ({ title, lines }: ReturnType<typeof deviationText>): Finding => ({
  level: 'warning',
  title,
  short: lines,
  cells: [title, ...lines],
  lines: paint => [paint('yellow', title), ...lines.map(line => indent(oneLine(line), 2))],
});

function staleSection(report: RunReport): Section {
  const lines = staleLines(report);
  const title = 'the baseline lists failures that did not happen';
  const short = ['Remove these lines from the baseline:', ...lines];
  const text = () => lines.map(line => `  ${line}`);
  const finding: Finding = { level: 'error', title, short, cells: [lines.join('; ')], lines: text };
  return { heading: ['red', `${staleHeading}:`], findings: lines.length === 0 ? [] : [finding] };
}

function scenarioTable(plays: readonly PlayOfRun[]) {
  const rows = plays.map(play => {
    const rules = brokenRules(play)
      .map(rule => `\`${rule}\``)
      .join(', ');
    return [play.name, stateWords[play.state], play.outcome ?? '', rules];
  });
  const columns = ['scenario', 'state', 'outcome', 'broken rules'];
  return { title: 'All scenarios', columns, rows, isFolded: true };
}

const verdictCounts = {
  fail: 'broken',
  warn: 'with warnings',
  pass: 'kept',
  inconclusive: 'inconclusive',
  'not-observed': 'not observed',
  'harness-error': 'failed',
} as const satisfies Record<Verdict['verdict'], string>;

function countsLine(judged: Judged): string {
  const { source, calls, skipped = 0, unread = [] } = judged;
  const verdicts = causesFirst(judged); // as the page
  const counts = Object.entries(verdictCounts).flatMap(([word, label]) => {
    const count = verdicts.filter(({ verdict }) => verdict === word).length;
    return count > 0 ? [`${count} ${label}`] : [];
  });
  const left = [
    ...(unread.length > 0 ? [`bodies not read: ${unread.length}`] : []),
    ...(skipped > 0 ? [`entries that are no calls to the supplier: ${skipped}`] : []),
  ];
  return [`${oneLine(source)}: ${counted(calls, 'call')}`, ...left, `rules: ${counts.join(', ')}`].join('; ');
}

/** The test case fails if the client broke the rule in at least one play. `noun`: undefined for one source of traffic. */
function ruleCases(plays: readonly JudgedPlay[], noun: string | undefined): Case[] {
  const groups = new Map(findingsByRule(plays).map(group => [group.rule, group]));
  const verdicts = Map.groupBy(
    plays.flatMap(play => play.verdicts),
    ({ rule }) => String(rule),
  );
  const ids = new Set([...verdicts.keys(), ...groups.keys()]);
  return [...ids].map(id => ({
    name: id,
    properties: { title: (findRule(id) ?? invariants.find(one => one.id === id))?.title ?? id },
    ...ruleResult(verdicts.get(id) ?? [], groups.get(id), noun),
  }));
}

function ruleResult(
  verdicts: readonly Verdict[],
  group: RuleFindings | undefined,
  noun: string | undefined,
): Omit<Case, 'name'> {
  const lines = group === undefined ? [] : ruleLines(group, { noun });
  const error = verdicts.find(({ verdict }) => verdict === 'harness-error');
  if (error) {
    const message = error.reason ?? 'the reason is unknown';
    const all = [message, ...(lines.length === 0 ? [] : ['', ...lines])];
    return { result: 'error', type: 'harness-error', message, lines: all };
  }
  if (group?.weight === 'fail') {
    const { proof, names } = group;
    const places = noun === undefined || names.length === 1 ? '' : `${counted(names.length, noun)}: `;
    return { result: 'failure', type: 'broken', message: places + proof.message, lines };
  }
  if (group?.weight === 'known') {
    const message = `known failure, listed in the baseline: ${listed(group.names, group.names.length)}`;
    return { result: 'skipped', message };
  }
  if (group) return { result: 'ok', stderr: lines.join('\n') };
  if (verdicts.some(({ verdict }) => verdict === 'pass' || verdict === 'warn')) return { result: 'ok' };
  const open = verdicts.find(({ verdict }) => verdict === 'inconclusive') ?? verdicts[0];
  const message = [open?.verdict ?? 'not-observed', open?.reason ?? []].flat().join(': ');
  return { result: 'skipped', message };
}

/** Returns a test case for each scenario. The suite of the rules has the proofs, so that each rule is explained once. */
function scenarioCases(report: RunReport, plays: readonly PlayOfRun[]): Case[] {
  const cases = plays.map(scenarioCase);
  const message = 'the baseline lists failures that no longer happen; remove these lines';
  const lines = [message, ...staleLines(report)];
  const baseline: Case = { name: 'baseline', tookMs: 0, result: 'failure', type: 'stale', message, lines };
  return report.stale.length > 0 ? [...cases, baseline] : cases;
}

function scenarioCase(play: PlayOfRun): Case {
  const { name, state, tookMs, title, repeat, output, draw, seed, clock, virtualMs, jumps = 0 } = play;
  const drawn = draw === undefined ? {} : { draw: String(draw), ...(seed !== undefined && { seed }) };
  const virtualTime = (virtualMs / 1_000).toFixed(3);
  const warp = clock?.mode === 'warp' ? { clock: 'warp', virtualTime, jumps: String(jumps) } : {};
  const isShown = output !== undefined && state !== 'held';
  return {
    name,
    tookMs,
    properties: { title, ...drawn, ...warp, repeat },
    ...scenarioResult(play),
    ...(isShown && { stdout: quoteLines(output.trimEnd()) }),
  };
}

/** Viewers show the text of a failure, and some of them ignore its message. So the text begins with the message. */
function scenarioResult(play: PlayOfRun): Omit<Case, 'name'> {
  const { state: type, repeat } = play;
  if (type === 'held' || type === 'warned') return { result: 'ok' };
  const remarks = remarksOf(play);
  const [remark = ''] = remarks;
  if (type === 'not-played') return { result: 'skipped', message: remark };
  const message = type === 'broken' ? `Broken rules: ${brokenRules(play).join(', ')}` : remark;
  const lines = [message, ...remarks.slice(1), `Run the scenario again: ${repeat}`];
  return { result: type === 'harness-error' ? 'error' : 'failure', type, message, lines };
}

/** Returns a test point for each scenario, with its findings, and for each stale line of the baseline. */
const runPoints = (report: RunReport, plays: readonly PlayOfRun[]): Case[] => [
  ...plays.map((play): Case => {
    const { name, title, repeat, verdicts, exchanges, invariants } = play;
    const { result, message = '' } = scenarioResult(play);
    const found = findingsByRule([{ name: '', verdicts, exchanges, invariants }]);
    const notes = [...remarksOf(play), ...found.flatMap(group => ruleLines(group))];
    const again = result === 'ok' ? [] : [`Run the scenario again: ${repeat}`];
    return { name: `${name}: ${title}`, result, message, lines: [...notes, ...again] };
  }),
  ...staleLines(report).map((line): Case => {
    const name = `the baseline lists a failure that did not happen: ${line}`;
    return { name, result: 'failure' };
  }),
];

function trafficCases(report: VerdictReport): Case[] {
  const errors = report.judged.flatMap(({ source, brokenAnswers }) =>
    brokenAnswers.map((answer): Case => {
      const message = describeBrokenAnswer(answer);
      const name = `${source}: exchange ${answer.exchange}`;
      return { name, result: 'error', type: 'harness-error', message, lines: [message] };
    }),
  );
  const noun = report.judged.length > 1 ? 'source' : undefined;
  return [...ruleCases(playsOfTraffic(report), noun), ...errors];
}

const trafficPoints = ({ source, verdicts, exchanges, brokenAnswers }: Judged): Case[] => [
  ...verdicts.map((verdict): Case => {
    const { rule, verdict: word, reason = word } = verdict;
    const name = `${source}: ${rule}`;
    if (word === 'not-observed' || word === 'inconclusive')
      return { name, result: 'skipped', message: reason };
    if (word === 'harness-error') return { name, result: 'error', lines: [reason] };
    const found = findingsByRule([{ name: '', verdicts: [verdict], exchanges }]);
    const lines = found.flatMap(group => ruleLines(group));
    return { name, result: word === 'fail' ? 'failure' : 'ok', lines };
  }),
  ...brokenAnswers.map((answer): Case => {
    return { name: source, result: 'error', lines: [describeBrokenAnswer(answer)] };
  }),
];
