import { breaksInvariant, isBroken } from '../../judge/index.ts';
import { deviationText, withoutDeviations } from '../deviations.ts';
import { causesFirst } from '../findings.ts';
import { nothingJudged } from '../remarks.ts';
import type { Judged, RunReport, ScenarioReport, ScenarioState, VerdictReport } from '../schema.ts';
import { nameOfPlay } from '../summary.ts';
import { pageRules, statementsOf } from './page-rules.ts';
import { cellLetters, type PagePlay, type PageRule, type PageVerdict, type PlaysPage } from './types.ts';

/** The part of a play that a report on recorded traffic has too. */
type Played = Pick<ScenarioReport, 'verdicts' | 'invariants' | 'exchanges' | 'story' | 'calls'>;

/**
 * Returns the data of a page about a run.
 *
 * @example runPage(report).plays.length
 */
export function runPage(report: RunReport): PlaysPage {
  const scenarios = withoutDeviations(report);
  const notes = [
    ...(report.deviations ?? []).map(deviationText),
    ...(report.stale.length > 0
      ? [
          {
            title: 'The baseline lists failures that did not happen; remove these lines',
            lines: report.stale.map(({ scenario, rule }) => `${scenario}: ${rule}`),
          },
        ]
      : []),
  ];
  const plays = scenarios.map(scenario => {
    const { verdicts, invariants, exchanges, draw, id, calls, ...rest } = scenario;
    return { own: { ...rest, name: nameOfPlay(scenario) }, judged: scenario };
  });
  return { kind: 'run', exitCode: report.exitCode, facts: runFacts(report), notes, ...pagePlays(plays) };
}

/**
 * Returns the data of a page about recorded traffic.
 *
 * @example verdictsPage(report).plays[0]?.name // 'sandbox default'
 */
export function verdictsPage(report: VerdictReport): PlaysPage {
  const nothing = nothingJudged(report);
  const names = new Map<string, number>();
  const plays = report.judged.map(judged => {
    const count = (names.get(judged.source) ?? 0) + 1;
    names.set(judged.source, count);
    const name = count === 1 ? judged.source : `${judged.source} (${count})`;
    return { own: { name, state: stateOf(judged) }, judged };
  });
  const calls = report.judged.reduce((sum, one) => sum + one.calls, 0);
  return {
    kind: 'judged',
    exitCode: report.exitCode,
    facts: [
      ['Calls', String(calls)],
      ['Version', report.understudy],
    ],
    notes: nothing === undefined ? [] : [{ title: nothing, lines: [] }],
    ...pagePlays(plays),
  };
}

function stateOf(judged: Judged): ScenarioState {
  if (judged.brokenAnswers.length > 0) return 'harness-error';
  if (isBroken(judged) || breaksInvariant(judged.invariants)) return 'broken';
  if (judged.verdicts.some(({ verdict }) => verdict === 'warn')) return 'warned';
  return judged.calls === 0 ? 'unproven' : 'held';
}

/** Returns the facts of a run for the first screen. */
export function runFacts(report: RunReport): PlaysPage['facts'] {
  const { command, scenarios, startedAt, tookMs, vary, understudy } = report;
  const played = scenarios.filter(({ clock }) => clock !== undefined);
  const seeds = [...new Set(vary ? [vary.seed] : played.flatMap(({ seed }) => seed ?? []))];
  const virtual = scenarios.reduce((sum, { virtualMs }) => sum + virtualMs, 0);
  return [
    ['Client', command ? command.join(' ') : 'the reference client'],
    ['Clock', clocksText(played) || 'none'],
    ['Real time', `${(tookMs / 1_000).toFixed(1)} s`],
    ['Virtual time', hours(virtual)],
    ['Seed', seeds.slice(0, 3).join(', ') || 'none'],
    ['Started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Version', understudy],
  ];
}

/** Returns the clock modes of these scenarios. All speeds of scaled clocks are one range. */
function clocksText(played: readonly ScenarioReport[]): string {
  const speeds = played.flatMap(({ clock }) => (clock?.mode === 'scaled' ? clock.speed : []));
  const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)];
  const scaled = `scaled, ${slowest === fastest ? '' : `${slowest}× to `}${fastest}×`;
  return [
    ...new Set(played.map(({ clock }) => (clock?.mode === 'scaled' ? scaled : (clock?.mode ?? '')))),
  ].join(', ');
}

function hours(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 1_000)} s`;
  const minutes = Math.round(ms / 60_000);
  const [days, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} d ${rest} h`;
  return minutes < 60 ? `${minutes} min` : `${rest} h ${minutes % 60} min`;
}

type Own = Pick<PagePlay, 'name' | 'state'> & Partial<PagePlay>;

/** Returns the plays with their verdicts as letters. Most verdicts are alike, and a page must stay small. */
function pagePlays(
  plays: readonly { readonly own: Own; readonly judged: Played }[],
): Pick<PlaysPage, 'rules' | 'clauses' | 'texts' | 'plays'> {
  const ids = new Set(
    plays.flatMap(({ judged: { verdicts, invariants = [] } }) => [
      ...verdicts.map(({ rule }) => rule),
      ...invariants.map(({ invariant }) => invariant),
    ]),
  );
  const rules = pageRules(ids);
  const texts = new Map<string, number>();
  const textAt = (text: string): number => {
    const at = texts.get(text) ?? texts.size;
    texts.set(text, at);
    return at;
  };
  const shown = plays.map(({ own, judged }): PagePlay => {
    const { calls, story, exchanges } = judged;
    return { ...own, calls, ...cellsOf(judged, rules, textAt), exchanges: story ? [] : exchanges, story };
  });
  const clauses = statementsOf(new Set(rules.flatMap(rule => rule.clauses)));
  return { rules, clauses, texts: [...texts.keys()], plays: shown };
}

interface Cell {
  readonly letter: string;
  readonly reason?: string | undefined;
  readonly verdict?: PageVerdict;
}

function cellsOf(
  judged: Played,
  rules: readonly PageRule[],
  textAt: (text: string) => number,
): Pick<PagePlay, 'cells' | 'verdicts' | 'reasons'> {
  const byRule = new Map([...ruleCells(judged), ...invariantCells(judged)]);
  const cells = rules.map(({ id }) => byRule.get(id));
  return {
    cells: cells.map(cell => cell?.letter ?? ' ').join(''),
    verdicts: [...byRule.values()].flatMap(({ verdict }) => verdict ?? []),
    reasons: cells.flatMap((cell, index) =>
      cell?.reason === undefined ? [] : [[index, textAt(cell.reason)] as const],
    ),
  };
}

function ruleCells({ verdicts }: Played): [string, Cell][] {
  return causesFirst(verdicts).map(({ rule, verdict, known, findings, more, reason }) => {
    const letter = known && verdict === 'fail' ? cellLetters.known : cellLetters[verdict];
    const weight = known ? 'known' : verdict === 'fail' ? 'fail' : 'warn';
    const shown = findings.map(({ exchanges, message, expected, warn }) => ({
      exchanges,
      message,
      expected,
      warn,
    }));
    const own = { rule, weight, findings: shown, ...(more !== undefined && { more }) } as const;
    return [rule, { letter, reason, ...(findings.length > 0 && { verdict: own }) }];
  });
}

/** A broken invariant is a failure only if no rule failed, because a failed rule names the cause. */
function invariantCells({ verdicts, invariants = [] }: Played): [string, Cell][] {
  const hasFailed = verdicts.some(({ verdict }) => verdict === 'fail');
  return invariants.map(({ invariant: rule, level, verdict, findings, reason }) => {
    const weight = level === 'must' && !hasFailed ? 'fail' : 'warn';
    const broken = cellLetters[weight];
    const letter = { held: cellLetters.pass, broken, 'not-applicable': cellLetters['not-observed'] }[verdict];
    const isShown = verdict === 'broken' && findings.length > 0;
    return [rule, { letter, reason, ...(isShown && { verdict: { rule, weight, findings } }) }];
  });
}
