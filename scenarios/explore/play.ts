import type { Facts } from '#contracts/exchange';
import { FaultError } from '#contracts/fault';
import type { Sandbox } from '#mock-server';
import { isHarmless, suppliedOf } from '../judge/index.ts';
import type { ExplorationFailure, ExplorationReport, Judged, Story } from '../report/index.ts';
import { booksOf, sandboxStory } from '../run/index.ts';
import type { Flow, Subject } from './flows.ts';
import type { Schedule } from './injections.ts';
import { hashOf, statesOf, storyOf, type TracedCall } from './trace.ts';

export interface Run {
  readonly schedule: Schedule;
  /** `not-applicable`: the faults cannot be armed together. `not-reached`: the client did not make a call of the schedule. */
  readonly state: keyof ExplorationReport['states'];
  readonly outcome: string;
  readonly test?: RunOfTest | undefined;
  readonly why?: string | undefined;
  readonly calls: readonly TracedCall[];
  /** A hash of the situation before each call. */
  readonly states: readonly string[];
  /** A hash of the whole run: the calls with the classes of their answers, the outcome, the books, and what was broken. */
  readonly trace: string;
  readonly broken: readonly Broken[];
  readonly books: ExplorationFailure['books'];
  readonly story?: ExplorationFailure['story'] | undefined;
  readonly picture?: Story | undefined;
}

/** What only the run of a test has. Its outcome is `green`, `red` or `hung`. */
interface RunOfTest {
  readonly isRed: boolean;
  readonly output?: string;
  /** Why the test cannot be explored, if this run was not disturbed. */
  readonly problem?: string | undefined;
  /** An operation that was called while another call of it was in flight. */
  readonly overlap?: string | undefined;
  readonly cards?: CardCounts;
}

export interface CardCounts {
  /** Calls with a card. */
  readonly sent: number;
  /** How often the number of such a card is in the output. */
  readonly written: number;
}

export interface Broken extends Pick<ExplorationFailure, 'invariant' | 'rule' | 'level' | 'message'> {
  readonly exchanges: readonly number[];
}

export const noResult = 'no result';
export const noCalls = 'no calls';

/** With `tell`, the run contains the story of its calls. */
export type PlayRun<S extends Subject = Flow> = (
  subject: S,
  schedule: Schedule,
  tell?: boolean,
) => Promise<Run>;

/** After a stop, `value` stands for the run. */
export const orStopped =
  <Value>(signal: AbortSignal | undefined, value: Value) =>
  (error: unknown): Value => {
    if (!signal?.aborted) throw error;
    return value;
  };

/** For a run whose faults cannot be armed together. */
export const orNotApplicable =
  (schedule: Schedule, test?: RunOfTest) =>
  (error: unknown): Run => {
    if (!(error instanceof FaultError)) throw error;
    return { ...notApplicable(schedule), test };
  };

export const notApplicable = (schedule: Schedule): Run => ({
  schedule,
  state: 'not-applicable',
  outcome: '',
  calls: [],
  states: [],
  trace: '',
  broken: [],
  books: { services: [], charges: [] },
});

export const factsOf = ({ journal }: Sandbox): Facts[] => journal.read().map(entry => entry.facts);

interface EndedRun extends Pick<Run, 'schedule' | 'outcome' | 'calls' | 'broken'> {
  readonly sandbox: Sandbox;
  /** Read only once, because each reading of the journal redacts all bodies again. */
  readonly facts: readonly Facts[];
  readonly restartedAfter?: number | undefined;
  readonly isReached: boolean;
  readonly tell: boolean;
}

export function runOf(ended: EndedRun): Run {
  const { sandbox, facts, calls, isReached, tell, restartedAfter, schedule, outcome, broken } = ended;
  const { services, charges } = suppliedOf(booksOf(sandbox));
  const books = { services: [...services], charges: [...charges] };
  const end = endOf({ outcome, books, broken });
  return {
    schedule,
    state: stateOf(isReached, broken),
    outcome,
    broken,
    calls,
    books,
    states: statesOf(calls, schedule, end),
    trace: hashOf(...calls.map(({ operation, answer }) => `${operation} ${answer}`), ...end),
    ...(tell && { story: storyOf(facts, schedule), picture: sandboxStory(sandbox, { restartedAfter }) }),
  };
}

export function stateOf(isReached: boolean, broken: readonly Broken[]): Run['state'] {
  if (!isReached) return 'not-reached';
  if (broken.some(({ level }) => level === 'must')) return 'broken';
  return broken.length > 0 ? 'warned' : 'held';
}

export const endOf = ({ outcome, books, broken }: Pick<Run, 'outcome' | 'books' | 'broken'>): string[] => [
  outcome,
  books.services.join(','),
  books.charges.join(','),
  ...broken.map(({ invariant, rule = '' }) => `${invariant} ${rule}`),
];

/** First what the books prove, then the rules, then the end of the client. */
export function brokenOf(
  { verdicts, invariants = [] }: Pick<Judged, 'verdicts' | 'invariants'>,
  { withWarnings = false } = {},
): Broken[] {
  const rules = verdicts.flatMap((one): Broken[] => {
    const { rule, verdict } = one;
    const [first] = one.findings;
    const isWarned = withWarnings && verdict === 'warn' && !isHarmless(one);
    if (!first || !(isWarned || verdict === 'fail')) return [];
    const { message, exchanges } = first;
    return [{ invariant: 'rules', rule, level: isWarned ? 'should' : 'must', message, exchanges }];
  });
  const ends = invariants.flatMap(({ invariant, level, verdict, findings }) =>
    findings
      .filter(({ warn }) => withWarnings || (verdict === 'broken' && !warn))
      .map(({ message, exchanges, warn }): Broken => {
        return { invariant, level: warn ? 'should' : level, message, exchanges };
      }),
  );
  const last = ends.findIndex(({ invariant }) => lastInvariants.includes(invariant));
  return last < 0 ? [...ends, ...rules] : [...ends.slice(0, last), ...rules, ...ends.slice(last)];
}

/** The invariants about how a client ends, which say less than the rules. */
const lastInvariants: readonly string[] = ['ends', 'clean-output', 'recovers'];

const maxLines = 20;

export function withOutput(text: string, output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '');
  return [text, ...lines.slice(-maxLines).map(line => `  ${line}`)].join('\n');
}

export const nameOfFailure = ({ invariant, rule }: Pick<Broken, 'invariant' | 'rule'>): string =>
  rule === undefined ? invariant : `${invariant} ${rule}`;

export const traceLines = ({ calls, outcome, books, test, broken }: Run): string[] => [
  ...calls.map(({ operation, answer }) => `${operation} → ${answer}`),
  `${test ? 'the test was' : 'the client reported'} ${outcome}`,
  `the supplier holds ${[...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing'}`,
  // On a busy machine, two runs can differ only in this.
  ...broken.map(one => `broken: ${nameOfFailure(one)}`),
];
