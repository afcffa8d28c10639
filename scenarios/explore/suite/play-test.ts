import { systemClock } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { closeSandbox, createMockSupplier, type MockSupplier, type Sandbox } from '#mock-server';
import { createSharedTime, listen } from '#mock-server/node';
import { usualStart } from '../../catalogue/node.ts';
import { booksOf, judgeSandbox, readerOf } from '../../run/index.ts';
import {
  RunEnded,
  type RunOptions,
  sandboxVariables,
  startClient,
  UnstartableClient,
  watchProgress,
} from '../../run/node.ts';
import { judgeRoutes } from '../../run/routes.ts';
import { faultsOf, type Schedule } from '../injections.ts';
import {
  type Broken,
  brokenOf,
  factsOf,
  noCalls,
  notApplicable,
  orNotApplicable,
  type PlayRun,
  type Run,
  runOf,
  withOutput,
} from '../play.ts';
import { tracedCalls } from '../trace.ts';
import { cardsIn, createCardCounter, writtenCard } from './cards.ts';

export type Command = readonly [program: string, ...args: string[]];

/** One test of a suite. */
export interface Test {
  readonly id: string;
  /** The command that runs only this test. */
  readonly command: Command;
}

export interface ProcessOptions extends Pick<RunOptions, 'profile' | 'inventory' | 'warp' | 'signal'> {
  readonly seed: string;
  /** In milliseconds of real time. */
  readonly timeout: number;
  readonly declines?: boolean | undefined;
}

/** Characters of a stream. The rest is not kept. */
const maxOutput = 10_000_000;
/** Characters of both streams, for a message. */
const maxEnd = 2_000;

export function createOutput() {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const streams = { stdout: '', stderr: '' };
  const cards = createCardCounter();
  let last = '';
  return {
    streams,
    last: () => last,
    cards: cards.all,
    write(stream: 'stdout' | 'stderr', chunk: Buffer): void {
      const text = decoders[stream].decode(chunk, { stream: true });
      cards.read(stream, text);
      last = (last + text).slice(-maxEnd);
      if (streams[stream].length < maxOutput) streams[stream] += text;
    },
  };
}

/** Rejects with `UnstartableClient` if the command cannot be started, and with `RunEnded` after `signal` has aborted. */
export const playTestWithCommand =
  (options: ProcessOptions): PlayRun<Test> =>
  async ({ command }, schedule, tell = false) => {
    try {
      const { end, output, sandboxes, isSlow } = await runWithStandIn(command, options, schedule);
      const isGreen = end.kind === 'exit' && end.code === 0;
      const outcome = end.kind === 'timed-out' ? 'hung' : isGreen ? 'green' : 'red';
      const tooSlow = isSlow ? `it did not end within ${options.timeout / 1_000} s` : undefined;
      return runOfTest(sandboxes, { command, outcome, output, tooSlow, schedule, tell });
    } catch (error) {
      return orNotApplicable(schedule, { isRed: false })(error);
    }
  };

/** The disturbances are armed in every sandbox that the command uses. */
export async function runWithStandIn(
  command: Command,
  { seed, profile, inventory, warp, timeout, signal, declines }: ProcessOptions,
  schedule: Schedule,
) {
  const time = warp && createSharedTime(Date.parse(`${usualStart(systemClock.now())}T10:00:00Z`));
  const supplier = createMockSupplier({
    seed,
    profile,
    inventory,
    ...(time && { machine: time.machine }),
    clock: { mode: 'real' },
    credential: { Username: 'demo', Password: 'demo' },
    routes: [judgeRoutes],
  });
  const output = createOutput();
  const watched = watchSandboxes(supplier, schedule, declines);
  const listening = await listen(supplier, {
    port: 0,
    around(_, next) {
      watched.arm();
      return next();
    },
  });
  try {
    watched.arm();
    const sandbox = supplier.sandboxes.require('default');
    // The port is free again only after the run, so no other run has the same address.
    const mark = `UNDERSTUDY_BASE_URL=${listening.url}`;
    const progress = watchProgress(sandbox, () => child.jumps() ?? 0);
    const child = startClient({
      command,
      write: output.write,
      env: {
        ...process.env,
        ...sandboxVariables(sandbox, listening.url),
        UNDERSTUDY_CONTROL_URL: `${listening.url}/_control`,
        // Shows what a green test has written, and still why a test is red, as pytest does by default.
        PYTEST_ADDOPTS: `${process.env.PYTEST_ADDOPTS ?? ''} -rfEP`,
      },
      mark,
      timeout,
      signal,
      ...(time &&
        warp && {
          warp: { ...warp, clock: time.clockOf(supplier.sandboxes) },
          makesProgress: progress.look,
          endsIfEndless: true,
        }),
    });
    const end = await child.ended;
    if (end.kind === 'unstartable') throw new UnstartableClient(end.message);
    if (end.kind === 'given-up') throw new RunEnded('the exploration was stopped');
    // The command may be correct if it made progress, or waited in real time.
    const isSlow = end.kind === 'timed-out' && (!warp || progress.isMade);
    return { end, output, sandboxes: watched.ended(), isSlow };
  } finally {
    await listening.close();
  }
}

export type EndedSandbox = ReturnType<ReturnType<typeof watchSandboxes>['ended']>[number];

export function watchSandboxes({ sandboxes }: MockSupplier, schedule: Schedule, declines?: boolean) {
  const armed = new Map<Sandbox, readonly string[]>();
  const faults = faultsOf(schedule);
  const endAll = readerOf(sandboxes, sandbox => {
    const fired = sandbox.faults.list().flatMap(one => (one.fired > 0 ? [one.id] : []));
    closeSandbox(sandbox);
    const isReached = armed.get(sandbox)?.every(id => fired.includes(id)) ?? schedule.length === 0;
    // Without a disturbance, the test itself may repeat calls.
    const judged = judgeSandbox(sandbox, { isOneClient: schedule.length > 0, declines });
    return { sandbox, judged, isReached };
  });
  return {
    arm() {
      for (const sandbox of sandboxes.list().filter(one => !armed.has(one)))
        armed.set(
          sandbox,
          sandbox.faults.armList(faults).map(({ id }) => id),
        );
    },
    ended: () => endAll().filter(({ judged }) => judged.calls > 0),
  };
}

/** How a test has ended. */
interface EndedTest extends Pick<Test, 'command'> {
  readonly outcome: 'green' | 'red' | 'hung';
  readonly output: ReturnType<typeof createOutput>;
  /** Why the run says nothing about the client. */
  readonly tooSlow?: string | undefined;
  readonly schedule: Schedule;
  readonly tell: boolean;
}

const hung = 'The test did not end by itself.';
/** Whether a client sent no look-up of an undecided booking. It may have handed the booking to a program that looks it up later. */
export const isOpenEnd = ({ rule }: Broken): boolean =>
  rule === 'ambiguous-status-polled' || rule === 'cancellation-polled';

export function runOfTest(sandboxes: readonly EndedSandbox[], ended: EndedTest): Run {
  const { command, outcome, output, tooSlow, schedule, tell } = ended;
  const [only] = sandboxes;
  const problem = schedule.length === 0 ? problemOf(ended, sandboxes) : undefined;
  const test = { isRed: outcome !== 'green', output: output.last(), problem };
  const said = !only && outcome === 'green' ? noCalls : outcome;
  if (!only) return { ...notApplicable(schedule), state: 'not-reached', outcome: said, test };
  const { sandbox, judged, isReached } = only;
  const facts = factsOf(sandbox);
  const broken = brokenOf(judged, { withWarnings: true }).map(one =>
    // A red test may have ended its client before the look-up.
    outcome === 'red' && isOpenEnd(one) ? { ...one, level: 'should' as const } : one,
  );
  if (outcome === 'hung') broken.push({ invariant: 'ends', level: 'must', message: hung, exchanges: [] });
  const cards = cardsIn(facts, output.cards(), command.join(' '));
  // A red test shows its own data in its output.
  if (outcome === 'green' && cards.written > 0) broken.push(writtenCard);
  const calls = tracedCalls(facts);
  const run = runOf({ sandbox, facts, schedule, outcome, calls, broken, isReached, tell });
  return {
    ...run,
    test: { ...test, overlap: overlapIn(facts), cards },
    ...(tooSlow !== undefined && { state: 'not-applicable', why: tooSlow }),
    // Equal runs differ by milliseconds, so the lines of the report have no times.
    ...(run.story && { story: run.story.map(line => line.slice(line.indexOf('  ') + 2)) }),
  };
}

/** Why a test that ends this way without a disturbance cannot be explored. */
function problemOf(
  { outcome, output, tooSlow = 'it did not end' }: EndedTest,
  [only, ...others]: readonly EndedSandbox[],
): string | undefined {
  if (outcome === 'hung')
    return withOutput(
      `hangs without a disturbance: ${tooSlow}; mend it, or give it more time with --timeout`,
      output.last(),
    );
  if (outcome === 'red')
    return withOutput('red without a disturbance: mend it before you explore it', output.last());
  if (others.length > 0) return `calls ${others.length + 1} sandboxes of the stand-in: let each test use one`;
  if (!only)
    return 'made no call to the stand-in: if its client should, let it read the address from UNDERSTUDY_BASE_URL';
  const stays = booksOf(only.sandbox).services.flatMap(({ status, stay }) =>
    status === 'rejected' ? [] : [stay],
  );
  return new Set(stays).size < stays.length
    ? 'books one stay twice without a disturbance, so a second booking under a fault proves nothing: run each test alone (--list and --each), or let it book other dates'
    : undefined;
}

function overlapIn(facts: readonly Facts[]): string | undefined {
  const ends = new Map<string, number>();
  for (const { operation, opened, closed } of facts) {
    if (operation === null) continue;
    if (opened.at < (ends.get(operation) ?? 0)) return operation;
    ends.set(operation, closed?.at ?? Number.POSITIVE_INFINITY);
  }
  return undefined;
}
