import { batch } from '@preact/signals';
import { systemClock } from '#contracts';
import type { Facts } from '#contracts/control';
import { type SandboxApi, sandboxApi } from '../control/index.ts';
import { connect } from './connect.ts';
import { perFrame } from './frames.ts';
import { mergeCalls } from './merge-calls.ts';
import { createState, type SessionState } from './state.ts';

/** The maximum number of bookings that the page shows. */
export const maxBookings = 200;

/** What the page knows about one sandbox. Events of the server keep the signals current. */
export type Session = ReturnType<typeof openSession>;

/**
 * Opens the live view of a sandbox: reads its state, and then follows its events until `close` is called.
 *
 * @example const session = openSession('default'); session.calls.value.length
 */
export function openSession(id: string) {
  const api = sandboxApi(id);
  const ending = new AbortController();
  const state = createState();
  const refresh = createRefresh(api, state);
  const addCall = perFrame<Facts>(changed => {
    state.calls.value = mergeCalls(state.calls.value, changed);
  });
  void connect({ id, api, state, addCall, refresh, signal: ending.signal });
  return { id, api, ...state, refresh, close: () => ending.abort() };
}

/**
 * Returns a function that reads the sandbox, its clock, its faults and its bookings again. Requests during a reading cause one more
 * reading afterwards.
 */
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
