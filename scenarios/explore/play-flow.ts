import { systemClock } from '#contracts';
import type { Facts } from '#contracts/exchange';
import type { Scenario } from '#contracts/scenario';
import { alignDates, moveScenario, usualStart } from '../catalogue/node.ts';
import { judgeEnded } from '../judge/index.ts';
import { booksOf, createReferenceClient, inProcess, type PlayOptions, playOnStage } from '../run/index.ts';
import {
  type ClientSetting,
  contextOf,
  createHost,
  type Play,
  playOf,
  playWithCommand,
  type RunOptions,
  timingOf,
} from '../run/node.ts';
import type { Flow } from './flows.ts';
import { faultsOf, isAt, keyOf, type Schedule, scenarioOf } from './injections.ts';
import {
  type Broken,
  brokenOf,
  factsOf,
  noResult,
  notApplicable,
  orNotApplicable,
  type PlayRun,
  type Run,
  runOf,
  withOutput,
} from './play.ts';
import { hashOf, type TracedCall, tracedCalls } from './trace.ts';

interface EndedPlay extends Omit<Play, 'output' | 'tookMs'> {
  readonly scenario: Scenario;
  readonly facts: readonly Facts[];
}

type InProcessOptions = Pick<PlayOptions, 'seed' | 'inventory' | 'profile' | 'client'>;

/** Plays runs in this process, on virtual time. */
export const playInProcess =
  (how: InProcessOptions): PlayRun =>
  (flow, schedule, tell = false) =>
    playWithinLimits(scenarioOf(flow, schedule), how)
      .then(ended => runOfFlow(flow, schedule, tell, ended))
      .catch(orNotApplicable(schedule));

interface CommandOptions
  extends Pick<RunOptions, 'pace' | 'warp' | 'seed' | 'profile' | 'inventory' | 'https' | 'signal'> {
  readonly flows: readonly Flow[];
  readonly command: ClientSetting['command'];
}

/** A dialect can hide what the client must see, such as policies that changed, so that no client can be right. */
const hidden = 'the profile does not show the change that this disturbance makes';

/** `play` rejects with `UnstartableClient` if the command cannot be started, and with `RunEnded` after `signal` has aborted. */
export async function createCommandPlayer(options: CommandOptions) {
  const { command, pace, warp, seed, signal, profile, inventory } = options;
  // Under warp, the client sees the time of the scenario. In other modes, the dates must fit the real time.
  const start = usualStart(systemClock.now());
  const place = ({ id, scenario }: Flow): Flow =>
    pace.mode === 'warp' ? { id, scenario } : { id, scenario: moveScenario(scenario, start) };
  const host = await createHost({ ...options, catalogue: options.flows.map(flow => place(flow).scenario) });
  const reference = profile && playInProcess({ seed, inventory, profile });
  const isHidden = async ({ state, schedule }: Run, flow: Flow): Promise<boolean> =>
    state === 'broken' && (await reference?.(flow, schedule))?.state === 'broken';

  async function playOpen(flow: Flow, schedule: Schedule, tell: boolean): Promise<Run> {
    const placed = place(flow);
    const timing = await timingOf(placed.scenario, options, pace);
    if ('skipped' in timing) throw new Error(timing.skipped);
    const base = pace.mode === 'warp' ? placed.scenario : alignDates(placed.scenario, systemClock.now());
    const scenario = scenarioOf({ id: flow.id, scenario: base }, schedule);
    const opened = await host.open(base, { seed, clock: timing.clock, draw: numberOf(schedule) });
    try {
      opened.sandbox.faults.armList(faultsOf(schedule));
      const ended = await playWithCommand(scenario, opened, { command, warp, signal, ...timing });
      // The machine is too slow for the time-out, so the run says nothing about the client.
      if (ended.tooSlow !== undefined) return { ...notApplicable(schedule), why: ended.tooSlow };
      const trouble = troubleText(ended.trouble, ended.output);
      const facts = factsOf(ended.sandbox);
      const run = runOfFlow(placed, schedule, tell, { ...ended, facts, scenario }, trouble);
      return (await isHidden(run, flow)) ? { ...notApplicable(schedule), why: hidden } : run;
    } finally {
      await opened.close();
    }
  }

  const play: PlayRun = (flow, schedule, tell = false) =>
    playOpen(flow, schedule, tell).catch(orNotApplicable(schedule));
  return { play, close: () => host.close() };
}

function troubleText(trouble: string | undefined, output: string): string | undefined {
  if (trouble === undefined || output.trim() === '') return trouble;
  return withOutput(`${trouble.replace(/\.$/, '')}. The end of its output:`, output);
}

/** For the name of a sandbox, so that equal schedules get equal bookings, with any number of jobs. */
const numberOf = (schedule: Schedule): number =>
  Buffer.from(hashOf(keyOf(schedule)), 'base64url').readUInt32BE();

function runOfFlow(
  flow: Flow,
  schedule: Schedule,
  tell: boolean,
  ended: EndedPlay,
  trouble = ended.trouble,
): Run {
  const { sandbox, facts, restartedAfter, result } = ended;
  const { outcome = noResult, why = trouble } = result ?? {};
  const calls = tracedCalls(facts);
  // The faults of the flow itself come first, and need not match a call.
  const tried = sandbox.faults.list().slice(flow.scenario.setup?.faults?.length);
  const isReached = tried.every(({ fired }) => fired > 0) && isCrashReached(schedule, calls);
  const isPlayed = outcome !== 'unsupported';
  const broken = isReached && isPlayed ? brokenIn(ended, { schedule, outcome, calls }) : [];
  return {
    ...runOf({ sandbox, facts, restartedAfter, schedule, outcome, calls, broken, isReached, tell }),
    ...(!isPlayed && { state: 'not-played' }),
    ...(why !== undefined && { why }),
  };
}

/** A client that was killed before a call need not repeat the call, so only the earlier calls can show that it came so far. */
const isCrashReached = (schedule: Schedule, calls: readonly TracedCall[]): boolean =>
  schedule.every(one => !('crash' in one) || one.crash === 'before' || calls.some(call => isAt(call, one)));

/** No written expectation of a scenario counts, only the books, the task and the rules. */
function brokenIn(
  ended: EndedPlay,
  { schedule, outcome, calls }: Pick<Run, 'schedule' | 'outcome' | 'calls'>,
): Broken[] {
  const { scenario, sandbox, facts, result, cutOffAt: closedAt = sandbox.clock.now() } = ended;
  const { task, outcomes, tolerated = [] } = scenario;
  const context = { ...contextOf(scenario, ended), scenario: undefined, closedAt };
  const broken = brokenOf(judgeEnded({ facts, books: booksOf(sandbox, task), task, result, context }));
  const expected: readonly string[] = [...outcomes, ...tolerated];
  if (broken.length > 0 || schedule.length > 0 || calls.length === 0 || expected.includes(outcome))
    return broken;
  // The books alone cannot show this failure, because a client that books nothing and says so tells the truth.
  const message = `Without a disturbance, the client reported "${outcome}", but this purchase ends with "${outcomes.join('" or "')}".`;
  return [{ invariant: 'rules', rule: 'outcome-as-expected', level: 'must', message, exchanges: [] }];
}

/** A correct client makes some dozen calls. */
const maxCalls = 2_000;
const day = 24 * 60 * 60_000;
/** The longest polling plan takes about a day. */
const maxDays = 30;

/** A stopped client gets no more answers, and its waits do not end. One that never waits and never calls is not stopped. */
async function playWithinLimits(
  scenario: Scenario,
  { client = createReferenceClient, ...options }: InProcessOptions,
): Promise<EndedPlay> {
  const stopping = Promise.withResolvers<EndedPlay>();
  let calls = 0;
  /** Returns a promise without end if the client must stop. */
  let stopped = (): Promise<never> | undefined => undefined;
  const playing = playOnStage(scenario, {
    ...options,
    async open(stage) {
      const wire = await inProcess(stage);
      const { sandbox, clock } = stage;
      const { mode, speed } = clock;
      const began = clock.now();
      stopped = () => {
        const cutOffAt = clock.now();
        const virtualMs = cutOffAt - began;
        const isLate = virtualMs > maxDays * day;
        if (!isLate && calls <= maxCalls) return undefined;
        const trouble = isLate
          ? `the client took more than ${maxDays} days`
          : `the client made more than ${maxCalls} calls`;
        clock.hold('a run that was stopped'); // the waits of the client end only if the clock jumps
        const ended = { scenario, sandbox, facts: factsOf(sandbox), pace: { mode, speed }, leaks: [] };
        stopping.resolve({ ...ended, virtualMs, cutOffAt, trouble });
        return new Promise(() => {});
      };
      const send: typeof fetch = (input, init) => {
        calls += 1;
        return stopped() ?? wire.fetch(input, init);
      };
      return { ...wire, fetch: send };
    },
    client(setting) {
      const { clock } = setting;
      const sleep: typeof clock.sleep = (...args) => stopped() ?? clock.sleep(...args);
      return client({ ...setting, clock: { now: () => clock.now(), sleep } });
    },
  });
  const ended = playing.then(staged => {
    const { facts, report: result } = staged.played;
    return { ...playOf(scenario, staged), scenario, facts, result };
  });
  return Promise.race([ended, stopping.promise]);
}
