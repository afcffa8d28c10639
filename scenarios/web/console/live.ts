import { batch, effect, signal } from '@preact/signals';
import type { EventSourceMessage } from 'eventsource-parser';
import { systemClock } from '#contracts';
import type { ArmedFaultView, BookingView, Facts, SandboxView } from '#contracts/control';
import {
  type ClockAnswer,
  ControlFailure,
  readEvents,
  type SandboxApi,
  sandboxApi,
  tokenProblem,
} from './control.ts';
import { attempt } from './parts.tsx';

export type LinkState = 'connecting' | 'live' | 'offline' | 'removed' | 'refused';

export interface ReadClock {
  readonly answer: ClockAnswer;
  /** The real time of the reading, in epoch milliseconds. */
  readonly readAt: number;
}

export function createState() {
  return {
    link: signal<LinkState>('connecting'),
    problem: signal(''),
    sandbox: signal<SandboxView | undefined>(undefined),
    clock: signal<ReadClock | undefined>(undefined),
    calls: signal<readonly Facts[]>([]),
    bookings: signal<readonly BookingView[]>([]),
    faults: signal<readonly ArmedFaultView[]>([]),
    /** The calls that the server does not have any more, because it was started again or the sandbox was reset. */
    lostCalls: signal<readonly Facts[]>([]),
    isResetting: signal(false),
  };
}

export type SessionState = ReturnType<typeof createState>;

/** A hidden page has no frames, so there the changes wait until the page is visible, or until `maxWaiting` changes wait. */
export function perFrame<T>(apply: (batch: readonly T[]) => void): (change: T) => void {
  let waiting: T[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) apply(batch);
  };
  return change => {
    waiting.push(change);
    if (waiting.length === 1) requestAnimationFrame(flush);
    if (waiting.length >= maxWaiting) flush();
  };
}

const maxWaiting = 2_000;

/** The maximum number of calls that the page keeps. With more calls, the tab would need too much memory. */
export const maxCalls = 20_000;

/** A call that is in the list already has ended in the meantime, and is replaced. The oldest above `maxCalls` are dropped. */
export function mergeCalls(list: readonly Facts[], batch: readonly Facts[]): readonly Facts[] {
  const byNumber = new Map([...list, ...batch].map(one => [one.number, one]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number).slice(-maxCalls);
}

const pageSize = 2_000;

/** If the journal of the server is another one than before, moves the calls to `lostCalls` and starts again. */
export async function loadCalls(api: SandboxApi, state: SessionState): Promise<void> {
  const { calls } = state;
  if (!(await isSameJournal(api, calls.value))) dropCalls(state);
  state.isResetting.value = false;
  let after = await startOf(api, calls.value);
  for (let isMore = true; isMore; ) {
    const page = await api.facts({ after, limit: pageSize });
    calls.value = mergeCalls(calls.value, page);
    after = page.at(-1)?.number ?? after;
    isMore = page.length === pageSize;
  }
}

async function isSameJournal(api: SandboxApi, known: readonly Facts[]): Promise<boolean> {
  const last = known.at(-1);
  if (!last) return true;
  const [found] = await api.facts({ after: last.number - 1, limit: 1 });
  if (!found) return false;
  // A full journal drops its oldest calls, so the first call after a number can have a higher number.
  return found.number > last.number || found.opened.real === last.opened.real;
}

function dropCalls({ calls, lostCalls, isResetting }: SessionState): void {
  batch(() => {
    if (!isResetting.value) lostCalls.value = [...lostCalls.value, ...calls.value];
    calls.value = [];
  });
}

async function startOf(api: SandboxApi, known: readonly Facts[]): Promise<number> {
  const open = known.find(({ closed }) => closed === undefined);
  if (open) return open.number - 1;
  const last = known.at(-1);
  if (last) return last.number;
  const [newest] = await api.facts({ limit: 1 });
  return Math.max(0, (newest?.number ?? 0) - maxCalls);
}

interface Connection {
  readonly id: string;
  readonly api: SandboxApi;
  readonly state: SessionState;
  addCall(call: Facts): void;
  refresh(): Promise<void>;
  readonly signal: AbortSignal;
}

/** The time between two readings of a sandbox without events. A reading also notices a server that has gone. */
const pollTime = 5_000;
const [firstPause, lastPause] = [500, 8_000];

/** After a lost connection, connects again, and reads the calls that it has missed. */
export async function connect(connection: Connection): Promise<void> {
  const { state, signal } = connection;
  let pause = firstPause;
  while (!signal.aborted) {
    try {
      await followEvents(connection);
      pause = firstPause; // the server ended the stream: the sandbox was reset or removed
    } catch (error) {
      if (signal.aborted) return;
      if (state.link.value === 'live') pause = firstPause;
      report(state, error);
      if (tokenProblem.value) await tokenChange(signal);
      else await systemClock.sleep(pause, signal).catch(() => {});
      pause = Math.min(pause * 2, lastPause);
    }
  }
}

async function followEvents({ id, api, state, addCall, refresh, signal }: Connection): Promise<void> {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  /** The calls that arrive before the page has read the earlier ones. */
  let early: Facts[] | undefined = [];
  const whileOpen = async () => {
    await loadCalls(api, state);
    await refresh();
    early?.forEach(addCall);
    early = undefined;
    state.link.value = 'live';
    state.problem.value = '';
    await watch(refresh, either);
  };
  const onEvent = ({ event, data }: EventSourceMessage) => {
    if (event === 'exchange') (early ? (call: Facts) => early?.push(call) : addCall)(JSON.parse(data));
    if (!early) refresh().catch(() => {}); // the next reading of `watch` reports the failure
  };
  try {
    await readEvents(id, either, { onEvent, whileOpen });
  } finally {
    ending.abort();
  }
}

/** Reads the sandbox again at intervals. A stream does not notice that this machine or the server was asleep. */
async function watch(refresh: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await systemClock.sleep(pollTime, signal).catch(() => {});
    if (!signal.aborted && !document.hidden) await refresh();
  }
}

function report({ link, problem }: SessionState, error: unknown): void {
  const { status, message } = error instanceof ControlFailure ? error : new ControlFailure(0, String(error));
  problem.value = message;
  link.value = status === 0 ? 'offline' : status === 404 ? 'removed' : 'refused';
}

function tokenChange(signal: AbortSignal): Promise<void> {
  const changed = new AbortController();
  const dispose = effect(() => {
    if (tokenProblem.value === undefined) changed.abort();
  });
  const either = AbortSignal.any([changed.signal, signal]);
  return systemClock.sleep(Number.POSITIVE_INFINITY, either).catch(() => dispose());
}

export const maxBookings = 200;

export type Session = ReturnType<typeof openSession>;

/** Opens the live view of a sandbox: reads its state, and then follows its events until `close` is called. */
export function openSession(id: string) {
  const api = sandboxApi(id);
  const ending = new AbortController();
  const state = createState();
  const refresh = createRefresh(api, state);
  const addCall = perFrame<Facts>(changed => {
    state.calls.value = mergeCalls(state.calls.value, changed);
  });
  void connect({ id, api, state, addCall, refresh, signal: ending.signal });
  /** Runs an action of a person that changes the sandbox, and reads the sandbox again. */
  const act = (action: () => Promise<unknown>, done?: string) =>
    attempt(async () => {
      await action();
      await refresh();
    }, done);
  return { id, api, ...state, refresh, act, close: () => ending.abort() };
}

/** Requests during a reading cause one more reading afterwards. */
function createRefresh(api: SandboxApi, state: SessionState): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isDirty = false;
  const read = async () => {
    const [sandbox, answer, faults, bookings] = await Promise.all([
      api.view(),
      api.clock(),
      api.faults(),
      api.bookings(maxBookings),
    ]);
    const readAt = systemClock.now();
    batch(() => {
      state.sandbox.value = sandbox;
      state.clock.value = { answer, readAt };
      state.faults.value = faults;
      state.bookings.value = bookings;
    });
  };
  const loop = async () => {
    do {
      isDirty = false;
      await read();
      // Under load, each call is an event. One reading per half second is enough.
      if (isDirty) await systemClock.sleep(restTime);
    } while (isDirty);
  };
  return () => {
    isDirty = true;
    running ??= loop().finally(() => {
      running = undefined;
    });
    return running;
  };
}

const restTime = 500;
