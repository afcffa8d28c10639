import { clauses, isClauseId } from '#contracts/clauses';
import type { ReportedVerdict, ScenarioReport } from '../report/schema.ts';

/** One thing that was wrong, with all that shows it. */
export interface ToldFinding {
  readonly rule: ReportedVerdict['rule'];
  readonly level: ReportedVerdict['level'];
  /** What it makes of the scenario; a failure that is known fails nothing. */
  readonly weight: 'fail' | 'warn' | 'known';
  /** The clauses of its rule, each with the sentence that it stands for. */
  readonly clauses: readonly string[];
  readonly message: string;
  readonly expected: string;
  /** The exchanges that prove it, a line each. */
  readonly proof: readonly string[];
}

/** What was wrong in a scenario, in the order of the rules. */
export function findingsOf({
  verdicts,
  exchanges,
}: Pick<ScenarioReport, 'verdicts' | 'exchanges'>): ToldFinding[] {
  const lines = new Map(exchanges.map(exchange => [exchange.number, exchangeLine(exchange)]));
  return verdicts.flatMap(({ rule, level, verdict, known, clauses: ids, findings }) =>
    findings.map(({ message, expected, warn, exchanges: proving }) => ({
      rule,
      level,
      weight: known ? ('known' as const) : warn || verdict === 'warn' ? ('warn' as const) : ('fail' as const),
      clauses: ids.map(id => (isClauseId(id) ? `${id}: ${clauses[id].statement}` : id)),
      message,
      expected,
      proof: proving.flatMap(number => lines.get(number) ?? []),
    })),
  );
}

/** A finding in full, as text without colours. */
export const tellFinding = ({ rule, level, clauses: of, message, expected, proof }: ToldFinding): string =>
  [`${rule} (${level})`, ...of, message, ...proof, `A correct client: ${expected}`].join('\n');

function exchangeLine({
  number,
  at,
  operation,
  method,
  url,
  status,
  ending,
  said,
}: ScenarioReport['exchanges'][number]): string {
  const what = operation ?? `${method} ${url}`;
  const came = [status ?? 'no answer', ...(ending === undefined ? [] : [endings[ending] ?? ending])].join(
    ', ',
  );
  return `#${number}  ${at.slice(11, 23)}  ${what}  ${came}${said === '' ? '' : `  ${said}`}`;
}

const endings: Readonly<Record<string, string>> = {
  reset: 'connection cut',
  'client-gone': 'the client gave up',
};

/** Why a scenario was not played, or says nothing of a rule that it names: where one is broken, that is what counts. */
export function remarksOf({ state, reason, verdicts }: ScenarioReport): string[] {
  if (state === 'not-played' || state === 'harness-error')
    return reason === undefined ? failed(verdicts) : [reason];
  if (state === 'broken') return [];
  return verdicts
    .filter(
      ({ verdict, named, rule }) =>
        (named && verdict === 'not-observed') ||
        (verdict === 'inconclusive' && rule === 'outcome-as-expected'),
    )
    .map(({ rule, verdict, reason: why }) => {
      const what = verdict === 'inconclusive' ? 'cannot be told' : 'was not observed';
      return `${rule} ${what}${why === undefined ? '' : `: ${why}`}`;
    });
}

const failed = (verdicts: readonly ReportedVerdict[]): string[] =>
  verdicts
    .filter(({ verdict }) => verdict === 'harness-error')
    .map(({ rule, reason }) => `the rule ${rule} failed: ${reason ?? 'for no known reason'}`);
