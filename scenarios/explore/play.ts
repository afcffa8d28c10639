import { FaultError } from '#contracts/fault';
import { booksOf } from '../books/index.ts';
import { suppliedOf } from '../judge/index.ts';
import { createLeakSearch, secretsOf, tokensInFacts } from '../runner/index.ts';
import { sandboxStory } from '../sandbox-story.ts';
import type { Story } from '../story/index.ts';
import type { Flow } from './flows.ts';
import { type Broken, type EndedRun, incompletePurchase, judgeRun } from './judge-run.ts';
import { type InProcessOptions, playWithinLimits } from './limited-play.ts';
import { hasCrash, isAt, type Schedule, scenarioOf } from './schedule.ts';
import { storyOf } from './story.ts';
import { hashOf, statesOf, type TracedCall, tracedCalls } from './trace.ts';

/** The result of one run, as plain data. */
export interface Run {
  readonly schedule: Schedule;
  /** `not-applicable`: the faults cannot be armed together. `not-reached`: the client did not make a call of the schedule. */
  readonly state: 'held' | 'warned' | 'broken' | 'not-applicable' | 'not-reached' | 'not-played';
  readonly outcome: string;
  /** Why the client reported this outcome. */
  readonly why?: string | undefined;
  readonly calls: readonly TracedCall[];
  /** A hash of the situation before each call. */
  readonly states: readonly string[];
  /** A hash of the whole run: the calls with the classes of their answers, the outcome, the books, and what was broken. */
  readonly trace: string;
  readonly broken: readonly Broken[];
  /** The statuses of the services and of the charges at the supplier at the end. */
  readonly books: { readonly services: readonly string[]; readonly charges: readonly string[] };
  /** The calls as readable lines; only if a caller requested them. */
  readonly story?: readonly string[] | undefined;
  /** The story as data for a picture; only if a caller requested it. */
  readonly picture?: Story | undefined;
}

/** The outcome of a run in which the client reported no result. */
export const noResult = 'no result';

/** Plays one run of a flow. With `tell`, the run contains the story of its calls. */
export type PlayRun = (flow: Flow, schedule: Schedule, tell?: boolean) => Promise<Run>;

const nothing = {
  calls: [],
  states: [],
  trace: '',
  broken: [],
  books: { services: [], charges: [] },
  outcome: '',
} as const;

/**
 * Returns a function that plays runs in this process, on virtual time, and judges each run.
 *
 * @example (await playInProcess({})(flow, [])).outcome // 'confirmed'
 */
export function playInProcess({ seed, client, report = same => same }: InProcessOptions): PlayRun {
  return async (flow, schedule, tell = false) => {
    const scenario = scenarioOf(flow, schedule);
    const staged = await playWithinLimits(scenario, { seed, client }).catch((error: unknown) => {
      if (error instanceof FaultError) return undefined;
      throw error;
    });
    if (!staged) return notApplicable(schedule);
    const { sandbox, clock } = staged.stage;
    const pace = { mode: clock.mode, speed: clock.speed };
    if ('stopped' in staged) {
      const { stopped: trouble, took: virtualMs } = staged;
      const facts = sandbox.journal.read().map(entry => entry.facts);
      const cutOffAt = clock.now();
      const ended = { scenario, sandbox, facts, pace, result: undefined, state: undefined, leaks: [] };
      return runOf(
        { ...ended, trouble, virtualMs, cutOffAt },
        { flow, schedule, tell, outcome: noResult, why: trouble },
      );
    }
    const { played } = staged;
    const { kept: state, took: virtualMs, restartedAfter, facts } = played;
    const result = report(played.report);
    const search = createLeakSearch(secretsOf(scenario.task, sandbox.identity), 'log');
    search.read(played.output.join('\n'));
    const leaks = search.found(tokensInFacts(facts));
    const ended = { scenario, sandbox, facts, pace, result, state, virtualMs, restartedAfter, leaks };
    return runOf(ended, { flow, schedule, tell, outcome: result.outcome, why: result.why });
  };
}

/** What is known about a run before it is judged. */
interface ReportedRun {
  readonly flow: Flow;
  readonly schedule: Schedule;
  readonly tell: boolean;
  readonly outcome: string;
  readonly why?: string | undefined;
}

/** Judges a run that has ended, and returns what the search needs to know about it. */
export function runOf(ended: EndedRun, { flow, schedule, tell, outcome, why }: ReportedRun): Run {
  const { sandbox, scenario, facts } = ended;
  const calls = tracedCalls(facts);
  const idle = sandbox.faults.list().flatMap(({ id, fired }) => (fired === 0 ? [id] : []));
  const own = new Set(flow.scenario.setup?.faults?.map((_, index) => `fault-${index + 1}`));
  const isReached = idle.every(id => own.has(id)) && isCrashReached(schedule, calls);
  const judged = isReached && outcome !== 'unsupported' ? judgeRun(ended) : [];
  const isIncomplete =
    schedule.length === 0 && outcome !== 'unsupported' && calls.length > 0 && judged.length === 0;
  const broken = isIncomplete ? incompletePurchase(scenario, outcome) : judged;
  const { services, charges } = suppliedOf(booksOf(sandbox));
  const books = { services, charges };
  const end = endOf(outcome, { books, broken });
  return {
    schedule,
    state: stateOf(outcome, isReached, broken),
    outcome,
    ...(why !== undefined && { why }),
    calls,
    states: statesOf(calls, schedule, end),
    trace: hashOf(...calls.map(({ operation, answer }) => `${operation} ${answer}`), ...end),
    broken,
    books,
    ...(tell && {
      story: storyOf(facts, schedule),
      picture: sandboxStory(sandbox, { restartedAfter: ended.restartedAfter }),
    }),
  };
}

/** Returns the run of a schedule whose faults cannot be armed together. */
export const notApplicable = (schedule: Schedule): Run => ({ ...nothing, schedule, state: 'not-applicable' });

function isCrashReached(schedule: Schedule, calls: readonly TracedCall[]): boolean {
  if (!hasCrash(schedule)) return true;
  // A client that was killed before a call need not repeat the call, so only the earlier calls can show that it came so far.
  return schedule.every(
    one => !('crash' in one) || one.crash === 'before' || calls.some(call => isAt(call, one)),
  );
}

function stateOf(outcome: string, isReached: boolean, broken: readonly Broken[]): Run['state'] {
  if (outcome === 'unsupported') return 'not-played';
  if (!isReached) return 'not-reached';
  if (broken.some(({ level }) => level === 'must')) return 'broken';
  return broken.length > 0 ? 'warned' : 'held';
}

/** Returns the end of a run as texts: the outcome, the books, and what was broken. */
const endOf = (outcome: string, { books, broken }: Pick<Run, 'books' | 'broken'>): string[] => [
  outcome,
  books.services.join(','),
  books.charges.join(','),
  ...broken.map(({ invariant, rule = '' }) => `${invariant} ${rule}`),
];
