import { type Client, createMemoryLedger, type Ledger, type LedgerRecord, type Resumed } from '#client';
import { operations, pathPattern } from '#contracts';
import type { Facts } from '#contracts/exchange';
import type { Crash, Scenario, Task } from '#contracts/scenario';
import { type SupplierSide, suppliedOf } from '../../judge/index.ts';
import { booksOf } from '../books.ts';
import { planCrash } from './crash.ts';
import { playTask } from './play-task.ts';
import { type ClientSetting, createReferenceClient } from './reference-client.ts';
import type { Report } from './report.ts';
import { createTestStage, inProcess, type OpenWire, type StageOptions, type TestStage } from './stage.ts';

/** Options for playing a scenario. */
export interface PlayOptions extends StageOptions {
  /** Connects the client to the supplier. By default, calls stay in this process. */
  readonly open?: OpenWire | undefined;
  /** Creates the client at the start and at each restart. The default is the reference client. */
  readonly client?: ((setting: ClientSetting) => Client) | undefined;
}

/** The result of playing a scenario: what the client reported, and what the supplier has booked and charged. */
export interface Played extends SupplierSide {
  /** The report of the client. */
  readonly report: Report;
  /** The facts that the judge needs, one entry for each call in order. */
  readonly facts: readonly Facts[];
  /** The ids of faults that matched no call. */
  readonly idle: readonly string[];
  /** The lines of the client's log. */
  readonly output: readonly string[];
  /** All that the client has kept for a restart, as text. */
  readonly kept: string;
  /** The number of the last exchange before the client was started again; undefined if the client was not killed. */
  readonly restartedAfter?: number | undefined;
  /** The duration of the scenario, in milliseconds of the sandbox clock. */
  readonly took: number;
}

/**
 * Plays a scenario with the reference client against a new supplier, both in this process. The clock jumps when client and
 * supplier both wait, so a day passes in milliseconds.
 *
 * @example (await playScenario(scenario)).report.outcome // 'confirmed'
 */
export async function playScenario(scenario: Scenario, options: PlayOptions = {}): Promise<Played> {
  return (await playOnStage(scenario, options)).played;
}

export async function playOnStage(
  scenario: Scenario,
  options: PlayOptions = {},
): Promise<{ played: Played; stage: TestStage }> {
  const stage = createTestStage(scenario, options);
  const { clock, sandbox } = stage;
  const began = clock.now();
  const { close, ...wire } = await (options.open ?? inProcess)(stage);
  try {
    const output: string[] = [];
    const { ledger, records } = watchLedger(createMemoryLedger());
    const { identity } = sandbox;
    const setting = {
      clock,
      identity,
      ...wire,
      output,
      ledger,
      newUuid: numberedUuids(),
      profile: options.profile,
    };
    const starts: number[] = [];
    const create: CreateClient = given => {
      starts.push(sandbox.journal.read().length);
      return (options.client ?? createReferenceClient)(given);
    };
    const report = await playWith(setting, scenario, { create, records });
    const played = {
      report,
      ...seenBy(stage, scenario.task),
      output,
      kept: JSON.stringify(await records()),
      ...(starts[1] !== undefined && { restartedAfter: starts[1] }),
      took: clock.now() - began,
    };
    return { played, stage };
  } finally {
    await close();
  }
}

type CreateClient = NonNullable<PlayOptions['client']>;

async function playWith(
  setting: ClientSetting,
  scenario: Scenario,
  { create, records }: { create: CreateClient; records(): Promise<readonly LedgerRecord[]> },
): Promise<Report> {
  const { task, restarts } = scenario;
  const { clock } = setting;
  if (restarts) {
    const ended = await playUntilKilled(setting, task, { crash: restarts, create });
    if (ended) return ended;
  }
  const done = (await records()).filter(({ state }) => state === 'CONFIRMED').map(outcomeBefore);
  const client = create(setting);
  // A restarted client first completes the unfinished work of the killed process.
  const resumed = restarts && [...(await client.resume()), ...done];
  return playTask(task, { client, clock, resumed });
}

/** Returns what a restarted client knows about a booking that the killed process has seen confirmed, until it reads it again. */
const outcomeBefore = ({ reference, requestReference, bookingId = '' }: LedgerRecord): Resumed => ({
  reference,
  ...(requestReference !== undefined && { requestReference }),
  outcome: {
    outcome: 'pending',
    bookingId,
    reference,
    why: 'the booking was confirmed, but could not be read again',
  },
});

/** Undefined if the client was killed; the report if it ends without the call. */
async function playUntilKilled(
  setting: ClientSetting,
  task: Task,
  { crash, create }: { readonly crash: Crash; readonly create: CreateClient },
): Promise<Report | undefined> {
  const killed = new AbortController();
  const planned = planCrash<Response>(
    crash,
    new RegExp(`${pathPattern(operations[crash.at].path)}$`),
    async () => {
      killed.abort(new Error('the process was killed'));
      throw killed.signal.reason;
    },
  );
  const send: typeof fetch = async (input, init) => {
    killed.signal.throwIfAborted();
    return planned.around(String(input instanceof Request ? input.url : input), isLast => {
      // The supplier completes a received call even if the client no longer exists, so the call gets no abort signal.
      const { signal: _, ...arrived } = init ?? {};
      return setting.fetch(input, isLast ? arrived : init);
    });
  };
  const client = create({ ...setting, fetch: send });
  try {
    const report = await playTask(task, { client, clock: setting.clock, signal: killed.signal });
    return planned.isDue() || killed.signal.aborted ? undefined : report;
  } catch (error) {
    if (error !== killed.signal.reason) throw error;
    return undefined;
  }
}

function seenBy({ sandbox }: TestStage, task: Task): Pick<Played, keyof SupplierSide | 'facts' | 'idle'> {
  const { journal, faults } = sandbox;
  return {
    ...suppliedOf(booksOf(sandbox, task)),
    facts: journal.read().map(({ facts }) => facts),
    idle: faults.list().flatMap(({ id, fired }) => (fired === 0 ? [id] : [])),
  };
}

/** The records of a ledger are what a client keeps for a restart. */
function watchLedger(ledger: Ledger) {
  const keys = new Set<string>();
  const watched: Ledger = {
    ...ledger,
    claim(key, ...rest) {
      keys.add(key);
      return ledger.claim(key, ...rest);
    },
  };
  const records = async () =>
    (await Promise.all([...keys].map(ledger.find))).filter(record => record !== undefined);
  return { ledger: watched, records };
}

function numberedUuids(): () => string {
  let last = 0;
  return () => {
    last += 1;
    const number = last.toString(16);
    return `${number.padStart(8, '0')}-0000-4000-8000-${number.padStart(12, '0')}`;
  };
}
