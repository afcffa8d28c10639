import { clauses, isClauseId } from '#contracts/clauses';
import { shortDuration } from '#contracts/util';
import { breaksInvariant, invariants, isBroken, rules } from '../judge/index.ts';
import { causesFirst, endRules, type PlayOfRun, playsOfRun, type Weight } from './by-rule.ts';
import type { DocumentPage, Mark, PageTable } from './document.ts';
import { deviationText, nothingJudged, unreadLines } from './remarks.ts';
import type {
  ExploredReport,
  Judged,
  RunReport,
  ScenarioReport,
  ScenarioState,
  VerdictReport,
} from './schema.ts';
import { counted, staleHeading, staleLines } from './wording.ts';

export type PageRule = ReturnType<typeof explained>['rules'][number];

/** The verdict on a rule that has findings. */
export type PageVerdict = ReturnType<typeof pageVerdict>[number];

/** One play of a scenario, or one judged source of traffic. */
export type PagePlay = PlaysPage['plays'][number];

export interface PlaysPage extends ReturnType<typeof pagePlays> {
  readonly kind: 'run' | 'judged';
  readonly facts: DocumentPage['facts'];
  /** What the whole report has to say, such as stale lines of the baseline. */
  readonly notes: readonly { readonly title: string; readonly lines: readonly string[] }[];
}

export type ExplorationPage = ReturnType<typeof explorationPage>;

export type PageData = PlaysPage | ExplorationPage | DocumentPage;

/** The letter of each verdict in the cells of a play. A space means that the rule was not judged. */
export const cellLetters = {
  pass: 'p',
  fail: 'f',
  known: 'k',
  warn: 'w',
  inconclusive: 'i',
  'not-observed': 'n',
  'harness-error': 'h',
} as const;

function explained(ids: ReadonlySet<string>) {
  const all = [...rules, ...invariants].map(({ id, level, title, clauses: own }) => {
    /** `isEnd`: a rule about the end of a task. Another rule often names the call that led to this end. */
    return { id: String(id), level, title, clauses: own, ...(endRules.includes(id) && { isEnd: true }) };
  });
  const shown = all.filter(({ id }) => ids.has(id));
  const named = new Set(shown.flatMap(rule => rule.clauses));
  const statements = [...named].flatMap(id => (isClauseId(id) ? [[id, clauses[id].statement]] : []));
  return { rules: shown, clauses: Object.fromEntries(statements) };
}

/** The part of a play that a report on recorded traffic has too. */
type Played = Pick<ScenarioReport, 'verdicts' | 'invariants' | 'exchanges' | 'story' | 'calls' | 'state'>;

export function runPage(report: RunReport): PlaysPage {
  const notes = [
    ...(report.deviations ?? []).map(deviationText),
    ...(report.stale.length > 0 ? [{ title: staleHeading, lines: staleLines(report) }] : []),
  ];
  return { kind: 'run', facts: runFacts(report), notes, ...pagePlays(playsOfRun(report)) };
}

export function verdictsPage(report: VerdictReport): PlaysPage {
  const nothing = nothingJudged(report);
  const names = new Map<string, number>();
  const plays = report.judged.map(judged => {
    const count = (names.get(judged.source) ?? 0) + 1;
    names.set(judged.source, count);
    const name = count === 1 ? judged.source : `${judged.source} (${count})`;
    const { verdicts, invariants, exchanges, story, calls } = judged;
    return { name, state: stateOf(judged), verdicts, invariants, exchanges, story, calls };
  });
  const calls = report.judged.reduce((sum, one) => sum + one.calls, 0);
  const unread = report.judged.flatMap(unreadLines);
  return {
    kind: 'judged',
    facts: [
      ['Calls', String(calls)],
      ['Version', report.understudy],
    ],
    notes: [
      ...(nothing === undefined ? [] : [{ title: nothing, lines: [] }]),
      ...(unread.length === 0 ? [] : [{ title: 'Not read', lines: unread }]),
    ],
    ...pagePlays(plays),
  };
}

function stateOf(judged: Judged): ScenarioState {
  if (judged.brokenAnswers.length > 0) return 'harness-error';
  if (isBroken(judged) || breaksInvariant(judged.invariants)) return 'broken';
  if (judged.verdicts.some(({ verdict }) => verdict === 'warn')) return 'warned';
  return judged.calls === 0 ? 'unproven' : 'held';
}

export function runFacts(report: RunReport): DocumentPage['facts'] {
  const { command, scenarios, startedAt, tookMs, vary, understudy } = report;
  const played = scenarios.filter(({ clock }) => clock !== undefined);
  const seeds = [...new Set(vary ? [vary.seed] : played.flatMap(({ seed }) => seed ?? []))];
  const virtual = scenarios.reduce((sum, { virtualMs }) => sum + virtualMs, 0);
  return [
    ['Client', command ? command.join(' ') : 'the reference client'],
    ['Clock', clocksText(played) || 'none'],
    ['Real time', `${(tookMs / 1_000).toFixed(1)} s`],
    ['Virtual time', shortDuration(Math.round(virtual / 1_000) * 1_000)],
    ['Seed', seeds.slice(0, 3).join(', ') || 'none'],
    ['Started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Version', understudy],
  ];
}

function clocksText(played: readonly ScenarioReport[]): string {
  const speeds = played.flatMap(({ clock }) => (clock?.mode === 'scaled' ? clock.speed : []));
  const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)];
  const scaled = `scaled, ${slowest === fastest ? '' : `${slowest}× to `}${fastest}×`;
  return [
    ...new Set(played.map(({ clock }) => (clock?.mode === 'scaled' ? scaled : (clock?.mode ?? '')))),
  ].join(', ');
}

/** Returns the plays with their verdicts as letters. Most verdicts are alike, and a page must stay small. */
function pagePlays(plays: readonly (Played & Pick<PlayOfRun, 'name'> & Partial<PlayOfRun>)[]) {
  const ids = new Set(plays.flatMap(play => causesFirst(play).map(({ rule }) => rule)));
  const { rules, clauses } = explained(ids);
  const texts = new Map<string, number>();
  const textAt = (text: string): number => {
    const at = texts.get(text) ?? texts.size;
    texts.set(text, at);
    return at;
  };
  const shown = plays.map(({ id, draw, isStrict, verdicts, invariants, exchanges, ...own }) => {
    const all = causesFirst({ verdicts, invariants });
    const byRule = new Map<string, Verdict>(all.map(one => [one.rule, one]));
    const cells = rules.map(rule => byRule.get(rule.id));
    const reasons = cells.flatMap((one, index) =>
      one?.reason === undefined ? [] : [[index, textAt(one.reason)] as const],
    );
    return {
      ...own,
      /** One letter for each rule of the page, in the same order; see `cellLetters`. */
      cells: cells.map(letterOf).join(''),
      verdicts: all.flatMap(pageVerdict),
      /** Why a rule was not observed or is inconclusive: the places of the rule and of the text in the lists of the page. */
      reasons,
    };
  });
  return { rules, clauses, texts: [...texts.keys()], plays: shown };
}

type Verdict = ReturnType<typeof causesFirst>[number];

function letterOf(one: Verdict | undefined): string {
  if (!one) return ' ';
  return one.known && one.verdict === 'fail' ? cellLetters.known : cellLetters[one.verdict];
}

function pageVerdict({ rule, verdict, known, findings, more }: Verdict) {
  if (findings.length === 0) return [];
  const weight: Weight = known ? 'known' : verdict === 'fail' ? 'fail' : 'warn';
  const shown = findings.map(({ exchanges, message, expected, warn }) => {
    return { exchanges, message, expected, warn };
  });
  return [{ rule: String(rule), weight, findings: shown, ...(more !== undefined && { more }) }];
}

export function explorationPage(report: ExploredReport, summary: string) {
  const { failures, pictures, suite, unsteady, stale } = report;
  const ids = new Set(failures.flatMap(({ invariant, rule }) => [invariant, ...(rule ? [rule] : [])]));
  const notes = [
    ...unsteady.map(({ flow, schedule }) => {
      return `${flow}: with ${schedule.join(' and ')}, two equal runs were different.`;
    }),
    ...stale.map(line => `The baseline lists a failure that did not happen; remove the line: ${line}`),
  ];
  return {
    kind: 'exploration' as const,
    headline: explorationHeadline(report),
    what: suite ? 'a test suite' : 'an exploration',
    facts: explorationFacts(report),
    notes: notes.map((text): Mark => ({ text, tone: 'warn' })),
    tables: [disturbanceTable(report), flowTable(report)],
    failures,
    summary,
    ...(pictures && { pictures }),
    rules: explained(ids).rules,
  };
}

function explorationHeadline({ failures, unsteady, flows, suite, runs }: ExploredReport): Mark {
  const must = failures.filter(({ level, known }) => level === 'must' && !known).length;
  const isUnsteady = unsteady.length > 0 || flows.some(({ state }) => state === 'non-deterministic');
  if (must > 0 && suite) {
    const found = suite.strict ? 'found' : 'that no test notices';
    return { text: `${counted(must, 'mistake')} ${found}`, tone: 'bad' };
  }
  if (must > 0) return { text: `${counted(must, 'failure')} found`, tone: 'bad' };
  return {
    text: runs === 0 ? 'Nothing was explored' : `Nothing broke in ${counted(runs, 'run')}`,
    tone: isUnsteady || failures.length > 0 ? 'warn' : 'good',
  };
}

function explorationFacts(report: ExploredReport): DocumentPage['facts'] {
  const { command, depth, runs, newTraces, extraRuns, left, ended, seed, understudy, skipped } = report;
  const ends = {
    complete: 'complete',
    budget: `the budget was used up, about ${left} runs left`,
    stopped: 'stopped',
  };
  return [
    [report.suite ? 'Suite' : 'Client', command ? command.join(' ') : 'the reference client'],
    ['Runs', `${runs}, and ${extraRuns} to find the smallest examples`],
    ['New traces', String(newTraces)],
    ['Skipped', String(skipped.knownState + skipped.sameEffect)],
    ['Depth', String(depth)],
    ['End', ends[ended]],
    ['Seed', seed],
    ['Version', understudy],
  ];
}

function disturbanceTable({ matrix }: ExploredReport): PageTable {
  const kinds = [...new Set(matrix.map(({ kind }) => kind))].sort();
  // Each call of each test has its own row.
  const byCall = Map.groupBy(matrix, ({ test, operation }) => [test ?? [], operation].flat().join(' · '));
  return {
    title: 'Operations and disturbances',
    hint: 'Runs with one disturbance: how many held, and how many broke. A dash means that it does not apply.',
    columns: ['operation', ...kinds],
    rows: [...byCall].map(([name, own]) => ({
      cells: [name, ...kinds.map(kind => resultMark(own.find(row => row.kind === kind)))],
    })),
  };
}

function resultMark(row: ExploredReport['matrix'][number] | undefined): Mark {
  if (!row || row.held + row.broken === 0)
    return { text: row && row.notReached > 0 ? 'not reached' : '–', tone: 'none' };
  const { held, broken, heldRed = 0, brokenRed } = row;
  const [good, missed] = brokenRed === undefined ? ['held', 'broken'] : ['right', `of ${broken} not noticed`];
  const isNoticed = brokenRed === broken;
  const parts = [
    ...(broken > 0 ? [isNoticed ? `${broken} noticed` : `${broken - (brokenRed ?? 0)} ${missed}`] : []),
    ...(held > 0 ? [`${held} ${good}${heldRed > 0 ? ` (${heldRed} red)` : ''}`] : []),
  ];
  return { text: parts.join(', '), tone: broken === 0 ? 'good' : isNoticed ? 'none' : 'bad' };
}

const flowTones = { explored: 'good', 'not-played': 'none', 'non-deterministic': 'warn' } as const;

const flowTable = ({ suite, flows }: ExploredReport): PageTable => ({
  title: suite ? 'Tests' : 'Flows',
  columns: [suite ? 'test' : 'flow', 'state', 'outcome', 'calls', 'reason'],
  rows: flows.map(({ id, state, outcome, calls, reason = '' }) => ({
    cells: [id, { text: state, tone: flowTones[state] }, outcome, counted(calls.length, 'call'), reason],
  })),
});

// The data of the pages with reports. The pages themselves are in scenarios/web.
