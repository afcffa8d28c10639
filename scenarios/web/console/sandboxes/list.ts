import { signal } from '@preact/signals';
import { systemClock } from '#contracts';
import type { SandboxView } from '#contracts/control';
import { serverApi, tokenProblem } from '../control/index.ts';
import { explain } from '../parts/index.ts';

/** The sandboxes of the server; undefined until the page has read them. */
export const sandboxes = signal<readonly SandboxView[] | undefined>(undefined);
/** Why the page cannot read the list; an empty text after a successful reading. */
export const listProblem = signal('');
/** The real time of the last reading, for the ages of sandboxes. */
export const readAt = signal(0);

/** Reads the list of sandboxes. */
export async function readList(): Promise<void> {
  try {
    sandboxes.value = await serverApi.list();
    readAt.value = systemClock.now();
    listProblem.value = '';
  } catch (error) {
    listProblem.value = explain(error);
  }
}

const pollTime = 3_000;

/** Reads the list now and at intervals, until the signal is aborted. */
export async function followList(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (!document.hidden && tokenProblem.value === undefined) await readList();
    await systemClock.sleep(pollTime, signal).catch(() => {});
  }
}
