import type { Client } from '#client';
import type { Clock } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import {
  type ClientSetting,
  createReferenceClient,
  inProcess,
  playOnStage,
  type Report,
} from '../play/index.ts';

/** How runs are played in this process. */
export interface InProcessOptions {
  readonly seed?: string | undefined;
  /** Creates the client under test; the default is the reference client. */
  readonly client?: ((setting: ClientSetting) => Client) | undefined;
  /** Changes the report of the client, as an adapter that reports wrongly does. */
  readonly report?: ((report: Report) => Report) | undefined;
}

type Staged = Awaited<ReturnType<typeof playOnStage>>;

/** A run that ended by itself, or a run that was stopped because the client did not end. */
type LimitedPlay =
  | Staged
  | { readonly stopped: string; readonly stage: Staged['stage']; readonly took: number };

/** The maximum number of calls of one run. A correct client makes some dozen calls. */
const maxCalls = 2_000;
const day = 24 * 60 * 60_000;
/** The maximum duration of one run, in days of the sandbox clock. The longest polling plan takes about a day. */
const maxDays = 30;

/**
 * Plays a scenario in this process, but stops a client that makes thousands of calls or that still waits after a month of virtual
 * time. A stopped client gets no more answers, and its waits do not end. A client that never waits and never calls is not stopped.
 *
 * @throws FaultError if the faults of the scenario contradict each other
 */
export async function playWithinLimits(
  scenario: Scenario,
  { seed, client = createReferenceClient }: InProcessOptions,
): Promise<LimitedPlay> {
  const stopping = Promise.withResolvers<LimitedPlay>();
  let limit: ReturnType<typeof createLimit> | undefined;
  const playing = playOnStage(scenario, {
    seed,
    async open(stage) {
      const wire = await inProcess(stage);
      const { clock } = stage;
      const began = clock.now();
      limit = createLimit(clock, stopped => {
        clock.hold('a run that was stopped'); // the waits of the client end only if the clock jumps
        stopping.resolve({ stopped, stage, took: clock.now() - began });
      });
      return { ...wire, fetch: limit.fetch(wire.fetch) };
    },
    client: setting => client({ ...setting, clock: limit?.clock ?? setting.clock }),
  });
  return Promise.race([playing, stopping.promise]);
}

/** Creates the clock and the `fetch` function of a client that is stopped when it takes too long. */
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
