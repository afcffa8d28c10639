import { effect } from '@preact/signals';
import { systemClock } from '#contracts';
import type { Facts } from '#contracts/control';
import { ControlFailure, readEvents, type SandboxApi, tokenProblem } from '../control/index.ts';
import { loadCalls } from './load-calls.ts';
import type { SessionState } from './state.ts';

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

/**
 * Follows the events of a sandbox until the signal is aborted. After a lost connection, the function connects again, and reads the calls
 * that it has missed.
 */
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

/** Reads one stream of events. Resolves when the server ends the stream, and rejects when the connection is lost. */
async function followEvents(connection: Connection): Promise<void> {
  const { id, api, state, addCall, refresh, signal } = connection;
  const stream = new AbortController();
  const stop = () => stream.abort();
  signal.addEventListener('abort', stop, { once: true });
  let isLoaded = false;
  const early: Facts[] = [];
  const load = async () => {
    await loadCalls(api, state);
    await refresh();
    isLoaded = true;
    for (const call of early) addCall(call);
    state.link.value = 'live';
    state.problem.value = '';
    await watch(refresh, stream.signal);
  };
  let failure: unknown;
  const reading = readEvents(id, {
    signal: stream.signal,
    onOpen: () =>
      void load().catch(error => {
        failure = error;
        stop();
      }),
    onEvent({ event, data }) {
      if (event === 'exchange') {
        if (isLoaded) addCall(JSON.parse(data));
        else early.push(JSON.parse(data));
      }
      if (isLoaded) refresh().catch(() => {}); // the next reading of `watch` reports the failure
    },
  });
  try {
    await reading;
  } catch (error) {
    throw failure ?? error;
  } finally {
    stop();
    signal.removeEventListener('abort', stop);
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
  if (status === 0) link.value = 'offline';
  else if (status === 404) link.value = 'removed';
  else link.value = 'refused';
}

/** Waits until a person has entered a token. */
function tokenChange(signal: AbortSignal): Promise<void> {
  const changed = new AbortController();
  const dispose = effect(() => {
    if (tokenProblem.value === undefined) changed.abort();
  });
  const either = AbortSignal.any([changed.signal, signal]);
  return systemClock.sleep(Number.POSITIVE_INFINITY, either).catch(() => dispose());
}
