import { clauses, isClauseId } from '#contracts/clauses';
import type { Judgement, Verdict } from '../judge/index.ts';
import type { Judged } from './schema.ts';

/** A finding for a report, with the clauses of the rule and the exchanges that prove the finding. */
export interface ReportedFinding extends Pick<Verdict, 'level'> {
  /** The id of the rule or of the invariant. */
  readonly rule: string;
  /**
   * Whether the finding fails the scenario, is only a warning, or is known. A known finding is listed in the baseline and does
   * not fail the scenario.
   */
  readonly weight: 'fail' | 'warn' | 'known';
  /** The clauses that the rule checks, each with the text of the clause. */
  readonly clauses: readonly string[];
  readonly message: string;
  readonly expected: string;
  /** The exchanges that prove the finding, as one line of text per exchange. */
  readonly proof: readonly string[];
}

/** The rules about the end of a task. Another rule often names the call that led to this end. */
export const endRules: readonly string[] = [
  'outcome-as-expected',
  'booked-as-expected',
  'charged-as-expected',
];

/**
 * Returns the verdicts in the order in which a person should read the findings: broken rules before warnings, and rules about a
 * call before rules about the end of the task. Verdicts of the same kind keep the order of the rules.
 */
export function causesFirst<V extends Pick<Verdict, 'rule' | 'verdict'>>(verdicts: readonly V[]): V[] {
  const placeOf = ({ rule, verdict }: V) => (verdict === 'fail' ? 0 : 2) + (endRules.includes(rule) ? 1 : 0);
  return verdicts.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Returns all findings. The finding about the wrong call comes before the finding about its result. A broken invariant is a
 * finding only if no rule failed, because a failed rule names the cause.
 */
export function findingsOf({
  verdicts,
  invariants = [],
  exchanges,
}: Pick<Judged, 'verdicts' | 'exchanges' | 'invariants'>): ReportedFinding[] {
  const lines = new Map(exchanges.map(exchange => [exchange.number, exchangeLine(exchange)]));
  const hasFailed = verdicts.some(({ verdict }) => verdict === 'fail');
  const ends = invariants
    .filter(({ verdict }) => verdict === 'broken' && !hasFailed)
    .map(({ invariant: rule, level, ...rest }) => ({
      ...rest,
      rule,
      level,
      known: undefined,
      verdict: level === 'must' ? ('fail' as const) : ('warn' as const),
    }));
  return [...causesFirst(verdicts), ...ends].flatMap(
    ({ rule, level, verdict, known, clauses: ids, findings }) =>
      findings.map(({ message, expected, warn, exchanges: proving }) => ({
        rule,
        level,
        weight: known
          ? ('known' as const)
          : warn || verdict === 'warn'
            ? ('warn' as const)
            : ('fail' as const),
        clauses: ids.map(id => (isClauseId(id) ? `${id}: ${clauses[id].statement}` : id)),
        message,
        expected,
        proof: proving.flatMap(number => lines.get(number) ?? []),
      })),
  );
}

const endings: Readonly<Record<string, string>> = {
  reset: 'connection cut',
  'client-gone': 'the client closed the connection',
};

function exchangeLine(exchange: Judgement['exchanges'][number]): string {
  const { number, at, operation, method, url, status, ending, said } = exchange;
  const what = operation ?? `${method} ${url}`;
  const end = ending === undefined ? [] : [endings[ending] ?? ending];
  const came = [status ?? 'no answer', ...end].join(', ');
  return `#${number}  ${at.slice(11, 23)}  ${what}  ${came}${said === '' ? '' : `  ${said}`}`;
}
