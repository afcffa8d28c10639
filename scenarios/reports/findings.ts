import { clauses, isClauseId } from '#contracts/clauses';
import type { BrokenAnswer, Judgement, Verdict } from '../judge/index.ts';
import { showControls } from './escape.ts';
import { indent, type Paint } from './paint.ts';
import type { RunReport, ScenarioReport } from './schema.ts';
import { scenarioStates, stateWords } from './states.ts';

/** One thing that was wrong, with all that shows it. */
export interface ToldFinding extends Pick<Verdict, 'rule' | 'level'> {
  /** What it makes of the scenario; a failure that is known fails nothing. */
  readonly weight: 'fail' | 'warn' | 'known';
  /** The clauses of its rule, each with its sentence. */
  readonly clauses: readonly string[];
  readonly message: string;
  readonly expected: string;
  /** The exchanges that prove it, a line each. */
  readonly proof: readonly string[];
}

/** What was wrong, in the order of the rules. */
export function findingsOf({
  verdicts,
  exchanges,
}: Pick<Judgement, 'verdicts' | 'exchanges'>): ToldFinding[] {
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
export const findingText = ({ rule, level, clauses: of, message, expected, proof }: ToldFinding): string =>
  [`${rule} (${level})`, ...of, message, ...proof, `A correct client: ${expected}`].join('\n');

const endings: Readonly<Record<string, string>> = {
  reset: 'connection cut',
  'client-gone': 'the client gave up',
};

function exchangeLine(exchange: Judgement['exchanges'][number]): string {
  const { number, at, operation, method, url, status, ending, said } = exchange;
  const what = operation ?? `${method} ${url}`;
  const end = ending === undefined ? [] : [endings[ending] ?? ending];
  const came = [status ?? 'no answer', ...end].join(', ');
  return `#${number}  ${at.slice(11, 23)}  ${what}  ${came}${said === '' ? '' : `  ${said}`}`;
}

/** Why a scenario was not played, or says nothing about a rule that it names: in a broken scenario the findings count. */
export function remarksOf({ state, reason, verdicts }: ScenarioReport): string[] {
  if (state === 'not-played' || state === 'harness-error')
    return reason === undefined ? harnessErrors({ verdicts }) : [reason];
  if (state === 'broken') return [];
  return verdicts
    .filter(
      ({ verdict, named, rule }) =>
        (named && verdict === 'not-observed') ||
        (verdict === 'inconclusive' && rule === 'outcome-as-expected'),
    )
    .map(({ rule, verdict, reason: why }) => {
      const what = verdict === 'inconclusive' ? 'is inconclusive' : 'was not observed';
      return `${rule} ${what}${why === undefined ? '' : `: ${why}`}`;
    });
}

/** What is said about an answer of our own that its contract does not allow. */
export const describeBrokenAnswer = ({ exchange, problem }: BrokenAnswer): string =>
  `the stand-in broke its own contract in exchange ${exchange} (${problem}); please report it`;

/** What of ours failed, a line each. */
export const harnessErrors = ({
  verdicts,
  brokenAnswers = [],
}: Pick<Judgement, 'verdicts'> & Partial<Judgement>): string[] => [
  ...verdicts
    .filter(({ verdict }) => verdict === 'harness-error')
    .map(({ rule, reason }) => `The rule ${rule} failed: ${reason ?? 'for no known reason'}`),
  ...brokenAnswers.map(describeBrokenAnswer),
];

const weights = { fail: 'red', warn: 'yellow', known: 'dim' } as const;
/** A client that errs in every call errs in one way. */
const maxOfRule = 3;

/** Findings for people, rule by rule: what happened, what proves it, and what a correct client does. */
export function findingLines(findings: readonly ToldFinding[], paint: Paint): string[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  return [...byRule.values()].flatMap(all => {
    const [first] = all;
    if (!first) return [];
    const { rule, level, clauses: of } = first;
    const weight = all.find(one => one.weight !== 'warn')?.weight ?? first.weight;
    const mark = { fail: level, warn: `${level}, a warning`, known: `${level}, known` }[weight];
    const more = all.length - maxOfRule;
    return [
      '',
      `  ${paint(weights[weight], rule)} (${mark})`,
      ...of.map(clause => paint('dim', indent(clause, 4))),
      ...all.slice(0, maxOfRule).flatMap(one => oneFinding(one, one.weight === 'warn' && weight !== 'warn')),
      ...(more > 0 ? [indent(`and ${more} more of this kind`, 4)] : []),
    ];
  });
}

const oneFinding = ({ message, expected, proof }: ToldFinding, isMilder: boolean): string[] => [
  indent(isMilder ? `A warning: ${oneLine(message)}` : oneLine(message), 4),
  ...proof.map(line => indent(oneLine(line), 6)),
  indent(`A correct client: ${oneLine(expected)}`, 4),
];

/** Text of the client, or of a scenario file, on one line. */
export const oneLine = (text: string): string => showControls(text).replaceAll('\n', '\u240A');

/**
 * A run in a line.
 *
 * @example summaryLine(report) // '3 scenarios: 2 held, 1 BROKEN'
 */
export function summaryLine({ scenarios, summary, stale }: RunReport): string {
  const parts = scenarioStates.flatMap(state =>
    summary[state] > 0 ? [`${summary[state]} ${stateWords[state]}`] : [],
  );
  const count = scenarios.length === 1 ? '1 scenario' : `${scenarios.length} scenarios`;
  const lines = stale.length > 0 ? [`${stale.length} stale in the baseline`] : [];
  return [...(parts.length > 0 ? [`${count}: ${parts.join(', ')}`] : ['nothing was played']), ...lines].join(
    '; ',
  );
}
