import { type Client, createMemoryLedger } from '#client';
import { type OperationId, operations } from '#contracts';
import type { Facts } from '#contracts/exchange';
import type { Scenario, Task } from '#contracts/scenario';
import { numberedUuids } from './numbered-uuids.ts';
import { playTask } from './play-task.ts';
import { type ClientSetting, createReferenceClient } from './reference-client.ts';
import type { Report } from './report.ts';
import { createTestStage, inProcess, type OpenWire, type TestStage } from './stage.ts';
import { type SupplierSide, supplierSide } from './supplier-side.ts';

/** How a scenario is played. */
export interface PlayOptions {
  /** How calls reach the supplier; in process when absent. */
  readonly open?: OpenWire | undefined;
  /** What the inventory is drawn from; that of the scenario when absent. */
  readonly seed?: string | undefined;
  /** Makes the client that plays, each time that it is started; the reference client when absent. */
  readonly client?: ((setting: ClientSetting) => Client) | undefined;
}

/** What a client is made from, and how. */
interface Start extends Omit<ClientSetting, 'ledger'> {
  readonly make: (setting: ClientSetting) => Client;
}

/** What a play came to, on both sides. */
export interface Played extends SupplierSide {
  /** What the client says. */
  readonly report: Report;
  /** Every call, in order. */
  readonly facts: readonly Facts[];
  /** The scenario's faults that hit no call. */
  readonly idle: readonly string[];
  /** What the client wrote into its log, line by line. */
  readonly output: readonly string[];
  /** How long it took, in ms of the clock that jumps. */
  readonly took: number;
}

/**
 * Plays a scenario with the reference client in this process, against a supplier of its own, on a clock that jumps
 * whenever everybody waits: a day passes in milliseconds.
 *
 * @example (await playScenario(scenario)).report.outcome // 'confirmed'
 */
export async function playScenario(scenario: Scenario, options: PlayOptions = {}): Promise<Played> {
  return (await playOnStage(scenario, options)).played;
}

/** The same, and the stage as the play has left it: to be looked at further. */
export async function playOnStage(
  scenario: Scenario,
  options: PlayOptions = {},
): Promise<{ played: Played; stage: TestStage }> {
  const stage = createTestStage(scenario, options.seed);
  const { clock, sandbox } = stage;
  const { identity } = sandbox;
  const began = clock.now();
  const wire = await (options.open ?? inProcess)(stage);
  try {
    const output: string[] = [];
    const make = options.client ?? createReferenceClient;
    const report = await playOn(scenario, {
      clock,
      identity,
      ...wire,
      output,
      newUuid: numberedUuids(),
      make,
    });
    const played = { report, ...seenBy(stage, scenario.task), output, took: clock.now() - began };
    return { played, stage };
  } finally {
    await wire.close();
  }
}

async function playOn(scenario: Scenario, setting: Start): Promise<Report> {
  const { task, restarts } = scenario;
  const { clock } = setting;
  const ledger = createMemoryLedger();
  if (restarts) await playUntilKilled(scenario, { ...setting, ledger }, restarts.at);
  const client = setting.make({ ...setting, ledger });
  // What an earlier process has begun is brought to its end first.
  if (restarts) await client.resume();
  return playTask(task, { client, clock });
}

/** Plays a task with a client that ends without a word once a call has arrived at the supplier. */
async function playUntilKilled(
  { task }: Scenario,
  setting: Start & ClientSetting,
  at: OperationId,
): Promise<void> {
  const killed = new AbortController();
  const send: typeof fetch = async (input, init) => {
    if (!String(input).endsWith(operations[at].path)) return setting.fetch(input, init);
    // The supplier goes on with what has arrived, whoever waits for it.
    const { signal: _, ...arrived } = init ?? {};
    await setting.fetch(input, arrived).catch(() => undefined);
    killed.abort(new Error('the process was killed'));
    throw killed.signal.reason;
  };
  const client = setting.make({ ...setting, fetch: send });
  await playTask(task, { client, clock: setting.clock, signal: killed.signal }).catch(error => {
    if (error !== killed.signal.reason) throw error;
  });
}

/** What the supplier has seen and holds. */
function seenBy({ sandbox }: TestStage, task: Task): Pick<Played, keyof SupplierSide | 'facts' | 'idle'> {
  const { journal, faults } = sandbox;
  return {
    ...supplierSide(sandbox, task),
    facts: journal.read().map(({ facts }) => facts),
    idle: faults.list().flatMap(({ id, fired }) => (fired === 0 ? [id] : [])),
  };
}
