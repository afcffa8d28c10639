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
  /** The seed of the inventory; that of the scenario when absent. */
  readonly seed?: string | undefined;
  /** Creates the client, at each start; the reference client when absent. */
  readonly client?: ((setting: ClientSetting) => Client) | undefined;
}

/** The result of a play, on both sides. */
export interface Played extends SupplierSide {
  /** What the client reports. */
  readonly report: Report;
  /** Every call, in order. */
  readonly facts: readonly Facts[];
  /** The scenario's faults that matched no call. */
  readonly idle: readonly string[];
  /** The lines of the client's log. */
  readonly output: readonly string[];
  /** How long it took, in milliseconds of the clock that jumps. */
  readonly took: number;
}

/**
 * Plays a scenario with the reference client in this process, against a supplier of its own, on a clock that jumps
 * when both sides wait: a day passes in milliseconds.
 *
 * @example (await playScenario(scenario)).report.outcome // 'confirmed'
 */
export async function playScenario(scenario: Scenario, options: PlayOptions = {}): Promise<Played> {
  return (await playOnStage(scenario, options)).played;
}

/** Plays a scenario, and returns also the stage as the play has left it. */
export async function playOnStage(
  scenario: Scenario,
  options: PlayOptions = {},
): Promise<{ played: Played; stage: TestStage }> {
  const stage = createTestStage(scenario, options.seed);
  const { clock, sandbox } = stage;
  const began = clock.now();
  const { close, ...wire } = await (options.open ?? inProcess)(stage);
  try {
    const output: string[] = [];
    const ledger = createMemoryLedger();
    const { identity } = sandbox;
    const setting = { clock, identity, ...wire, output, ledger, newUuid: numberedUuids() };
    const report = await playWith(setting, scenario, options.client ?? createReferenceClient);
    const played = { report, ...seenBy(stage, scenario.task), output, took: clock.now() - began };
    return { played, stage };
  } finally {
    await close();
  }
}

type CreateClient = NonNullable<PlayOptions['client']>;

async function playWith(setting: ClientSetting, scenario: Scenario, create: CreateClient): Promise<Report> {
  const { task, restarts } = scenario;
  const { clock } = setting;
  if (restarts) await playUntilKilled(setting, task, { at: restarts.at, create });
  const client = create(setting);
  // A restarted client first completes what the earlier process has begun.
  if (restarts) await client.resume();
  return playTask(task, { client, clock });
}

/** Plays a task with a client that is killed when a call has arrived at the supplier. */
async function playUntilKilled(
  setting: ClientSetting,
  task: Task,
  { at, create }: { readonly at: OperationId; readonly create: CreateClient },
): Promise<void> {
  const killed = new AbortController();
  const send: typeof fetch = async (input, init) => {
    if (!String(input).endsWith(operations[at].path)) return setting.fetch(input, init);
    // The supplier completes a call that has arrived, even when its client is gone.
    const { signal: _, ...arrived } = init ?? {};
    await setting.fetch(input, arrived).catch(() => undefined);
    killed.abort(new Error('the process was killed'));
    throw killed.signal.reason;
  };
  const client = create({ ...setting, fetch: send });
  await playTask(task, { client, clock: setting.clock, signal: killed.signal }).catch(error => {
    if (error !== killed.signal.reason) throw error;
  });
}

/** Returns what the supplier has seen and holds. */
function seenBy({ sandbox }: TestStage, task: Task): Pick<Played, keyof SupplierSide | 'facts' | 'idle'> {
  const { journal, faults } = sandbox;
  return {
    ...supplierSide(sandbox, task),
    facts: journal.read().map(({ facts }) => facts),
    idle: faults.list().flatMap(({ id, fired }) => (fired === 0 ? [id] : [])),
  };
}
