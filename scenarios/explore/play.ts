import type { Clock } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { FaultError } from '#contracts/fault';
import type { Scenario } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import { isHarmless, judgeEnded, suppliedOf } from '../judge/index.ts';
import type { Judged, Story } from '../report/index.ts';
import {
  booksOf,
  type ClientSetting,
  createReferenceClient,
  inProcess,
  type PlayOptions,
  playOnStage,
  sandboxStory,
} from '../run/index.ts';
import { contextOf, type Play, playOf } from '../run/node.ts';
import type { Flow, Subject } from './flows.ts';
import { isAt, type Schedule, scenarioOf } from './shorthand.ts';
import { storyOf } from './story.ts';
import { hashOf, statesOf, type TracedCall, tracedCalls } from './trace.ts';

export interface Run {
  readonly schedule: Schedule;
  /** `not-applicable`: the faults cannot be armed together. `not-reached`: the client did not make a call of the schedule. */
  readonly state: 'held' | 'warned' | 'broken' | 'not-applicable' | 'not-reached' | 'not-played';
  readonly outcome: string;
  readonly test?: RunOfTest | undefined;
  readonly why?: string | undefined;
  readonly calls: readonly TracedCall[];
  /** A hash of the situation before each call. */
  readonly states: readonly string[];
  /** A hash of the whole run: the calls with the classes of their answers, the outcome, the books, and what was broken. */
  readonly trace: string;
  readonly broken: readonly Broken[];
  readonly books: { readonly services: readonly string[]; readonly charges: readonly string[] };
  readonly story?: readonly string[] | undefined;
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
  /** A repeated test also searches again. */
  readonly searches: number;
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

/** Plays runs in this process, on virtual time. */
export function playInProcess(how: InProcessOptions): PlayRun {
  return async (flow, schedule, tell = false) => {
    const ended = await playWithinLimits(scenarioOf(flow, schedule), how).catch((error: unknown) => {
      if (error instanceof FaultError) return undefined;
      throw error;
    });
    return ended ? runOf(ended, { flow, schedule, tell }) : notApplicable(schedule);
  };
}

export const factsOf = ({ journal }: Sandbox): Facts[] => journal.read().map(entry => entry.facts);

interface ReportedRun {
  readonly flow: Flow;
  readonly schedule: Schedule;
  readonly tell: boolean;
  readonly why?: string | undefined;
}

export function runOf(
  ended: EndedRun,
  { flow, schedule, tell, why = ended.result?.why ?? ended.trouble }: ReportedRun,
): Run {
  const { sandbox, scenario, facts, result: { outcome } = { outcome: noResult } } = ended;
  const calls = tracedCalls(facts);
  const idle = sandbox.faults.list().flatMap(({ id, fired }) => (fired === 0 ? [id] : []));
  const own = new Set(flow.scenario.setup?.faults?.map((_, index) => `fault-${index + 1}`));
  const isReached = idle.every(id => own.has(id)) && isCrashReached(schedule, calls);
  const judged = isReached && outcome !== 'unsupported' ? judgeRun(ended) : [];
  const isIncomplete =
    schedule.length === 0 && outcome !== 'unsupported' && calls.length > 0 && judged.length === 0;
  const broken = isIncomplete ? incompletePurchase(scenario, outcome) : judged;
  return {
    ...tracedRun({ ...ended, schedule, outcome, calls, broken, tell }),
    state: outcome === 'unsupported' ? 'not-played' : stateOf(isReached, broken),
    ...(why !== undefined && { why }),
  };
}

type TracedRun = Pick<EndedRun, 'sandbox' | 'facts' | 'restartedAfter'> &
  Pick<Run, 'schedule' | 'outcome' | 'calls' | 'broken'> & { readonly tell: boolean };

export function tracedRun(traced: TracedRun): Omit<Run, 'state'> {
  const { sandbox, facts, calls, tell, restartedAfter, schedule, outcome, broken } = traced;
  const { services, charges } = suppliedOf(booksOf(sandbox));
  const books = { services, charges };
  const end = endOf(outcome, { books, broken });
  return {
    schedule,
    outcome,
    broken,
    calls,
    books,
    states: statesOf(calls, schedule, end),
    trace: hashOf(...calls.map(({ operation, answer }) => `${operation} ${answer}`), ...end),
    ...(tell && { story: storyOf(facts, schedule), picture: sandboxStory(sandbox, { restartedAfter }) }),
  };
}

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

function isCrashReached(schedule: Schedule, calls: readonly TracedCall[]): boolean {
  // A client that was killed before a call need not repeat the call, so only the earlier calls can show that it came so far.
  return schedule.every(
    one => !('crash' in one) || one.crash === 'before' || calls.some(call => isAt(call, one)),
  );
}

export function stateOf(isReached: boolean, broken: readonly Broken[]): Run['state'] {
  if (!isReached) return 'not-reached';
  if (broken.some(({ level }) => level === 'must')) return 'broken';
  return broken.length > 0 ? 'warned' : 'held';
}

export const endOf = (outcome: string, { books, broken }: Pick<Run, 'books' | 'broken'>): string[] => [
  outcome,
  books.services.join(','),
  books.charges.join(','),
  ...broken.map(({ invariant, rule = '' }) => `${invariant} ${rule}`),
];

export interface Broken {
  readonly invariant: string;
  /** The rule of the judge, if the invariant is about the rules. */
  readonly rule?: string;
  readonly level: 'must' | 'should';
  readonly message: string;
  readonly exchanges: readonly number[];
}

interface EndedRun extends Omit<Play, 'output' | 'tookMs'> {
  readonly scenario: Scenario;
  /** Read only once, because each reading of the journal redacts all bodies again. */
  readonly facts: readonly Facts[];
}

/** No written expectation of a scenario counts, only the books, the task and the rules. */
function judgeRun(run: EndedRun): Broken[] {
  const { scenario, sandbox, facts, result, cutOffAt: closedAt = sandbox.clock.now() } = run;
  const { task } = scenario;
  const context = { ...contextOf(scenario, run), scenario: undefined, closedAt };
  return brokenOf(judgeEnded({ facts, books: booksOf(sandbox, task), task, result, context }));
}

/** First what the books prove, then the rules, then the end of the client. */
export function brokenOf(
  { verdicts, invariants = [] }: Pick<Judged, 'verdicts' | 'invariants'>,
  { withWarnings = false } = {},
): Broken[] {
  const rules = verdicts.flatMap((one): Broken[] => {
    const {
      rule,
      verdict,
      findings: [first],
    } = one;
    const isWarned = withWarnings && verdict === 'warn' && !isHarmless(one);
    if (!first || !(isWarned || verdict === 'fail')) return [];
    const { message, exchanges } = first;
    return [{ invariant: 'rules', rule, level: isWarned ? 'should' : 'must', message, exchanges }];
  });
  const ends = invariants.flatMap(({ invariant, level, verdict, findings }): Broken[] =>
    findings
      .filter(({ warn }) => withWarnings || (verdict === 'broken' && !warn))
      .map(({ message, exchanges, warn }) => ({
        invariant,
        level: warn ? 'should' : level,
        message,
        exchanges,
      })),
  );
  const last = ends.findIndex(({ invariant }) => lastInvariants.includes(invariant));
  return last < 0 ? [...ends, ...rules] : [...ends.slice(0, last), ...rules, ...ends.slice(last)];
}

/** The invariants about how a client ends, which say less than the rules. */
const lastInvariants: readonly string[] = ['ends', 'clean-output', 'recovers'];

/** The books alone cannot show this failure, because a client that books nothing and says so tells the truth. */
function incompletePurchase({ outcomes, tolerated = [] }: Scenario, outcome: string): Broken[] {
  const expected: readonly string[] = [...outcomes, ...tolerated];
  if (expected.includes(outcome)) return [];
  const message = `Without a disturbance, the client reported "${outcome}", but this purchase ends with "${outcomes.join('" or "')}".`;
  return [{ invariant: 'rules', rule: 'outcome-as-expected', level: 'must', message, exchanges: [] }];
}

type InProcessOptions = Pick<PlayOptions, 'seed' | 'inventory' | 'profile' | 'client'>;

/** A correct client makes some dozen calls. */
const maxCalls = 2_000;
const day = 24 * 60 * 60_000;
/** The longest polling plan takes about a day. */
const maxDays = 30;

/** A stopped client gets no more answers, and its waits do not end. One that never waits and never calls is not stopped. */
async function playWithinLimits(
  scenario: Scenario,
  { client = createReferenceClient, ...options }: InProcessOptions,
): Promise<EndedRun> {
  const stopping = Promise.withResolvers<EndedRun>();
  let limit: ReturnType<typeof createLimit> | undefined;
  const playing = playOnStage(scenario, {
    ...options,
    async open(stage) {
      const wire = await inProcess(stage);
      const { sandbox, clock } = stage;
      const { mode, speed } = clock;
      const began = clock.now();
      limit = createLimit(clock, trouble => {
        clock.hold('a run that was stopped'); // the waits of the client end only if the clock jumps
        const at = { virtualMs: clock.now() - began, cutOffAt: clock.now() };
        const ended = { scenario, sandbox, facts: factsOf(sandbox), pace: { mode, speed }, leaks: [] };
        stopping.resolve({ ...ended, ...at, trouble, result: undefined });
      });
      return { ...wire, fetch: limit.fetch(wire.fetch) };
    },
    client: setting => client({ ...setting, clock: limit?.clock ?? setting.clock }),
  });
  const ended = playing.then(staged => {
    const { facts, report: result } = staged.played;
    return { ...playOf(scenario, staged), scenario, facts, result };
  });
  return Promise.race([ended, stopping.promise]);
}

function createLimit(
  clock: ClientSetting['clock'],
  stop: (why: string) => void,
): { readonly clock: Clock; fetch(send: typeof fetch): typeof fetch } {
  const until = clock.now() + maxDays * day;
  let calls = 0;
  /** Returns a promise without end if the client must stop. */
  const stopped = (): Promise<never> | undefined => {
    const isLate = clock.now() > until;
    if (!isLate && calls <= maxCalls) return undefined;
    stop(
      isLate ? `the client took more than ${maxDays} days` : `the client made more than ${maxCalls} calls`,
    );
    return new Promise(() => {});
  };
  return {
    clock: { now: () => clock.now(), sleep: (...args) => stopped() ?? clock.sleep(...args) },
    fetch: send => (input, init) => {
      calls += 1;
      return stopped() ?? send(input, init);
    },
  };
}

const maxLines = 20;

export function withOutput(text: string, output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '');
  return [text, ...lines.slice(-maxLines).map(line => `  ${line}`)].join('\n');
}

export const traceLines = ({ calls, outcome, books, test }: Run): string[] => [
  ...calls.map(({ operation, answer }) => `${operation} → ${answer}`),
  `${test ? 'the test was' : 'the client reported'} ${outcome}`,
  `the supplier holds ${[...books.services, ...books.charges.map(one => `charge ${one}`)].join(', ') || 'nothing'}`,
];
