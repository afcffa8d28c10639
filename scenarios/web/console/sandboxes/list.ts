import { signal } from '@preact/signals';
import { systemClock } from '#contracts';
import type { SandboxView } from '#contracts/control';
import { ControlFailure, controlToken, serverApi, tokenProblem } from '../control/index.ts';
import { explain } from '../parts/index.ts';

/** One page of the sandboxes of the server; undefined until the page has read them. */
export const sandboxes = signal<readonly SandboxView[] | undefined>(undefined);
/** Whether the server has more sandboxes after this page. */
export const hasMore = signal(false);
/** The ids after which the earlier pages and this page begin. */
const beginnings = signal<readonly string[]>(['']);
/** Why the page cannot read the list; an empty text after a successful reading. */
export const listProblem = signal('');
/** The real time of the last reading, for the ages of sandboxes. */
export const readAt = signal(0);

const pageSize = 100;

/** Whether the list shows the first page. */
export const isFirstPage = (): boolean => beginnings.value.length === 1;

/** Shows the next page of the list. */
export function showNext(): Promise<void> {
  const last = sandboxes.value?.at(-1)?.id;
  if (last !== undefined) beginnings.value = [...beginnings.value, last];
  return readList();
}

/** Shows the previous page of the list. */
export function showPrevious(): Promise<void> {
  if (!isFirstPage()) beginnings.value = beginnings.value.slice(0, -1);
  return readList();
}

/** Reads the page of the list that is shown. */
export async function readList(): Promise<void> {
  const after = beginnings.value.at(-1) ?? '';
  try {
    const page = await serverApi.list(after, pageSize);
    if (after !== beginnings.value.at(-1)) return; // the user has chosen another page in the meantime
    sandboxes.value = page.sandboxes;
    hasMore.value = page.hasMore;
    readAt.value = systemClock.now();
    listProblem.value = '';
  } catch (error) {
    const isForbidden = error instanceof ControlFailure && error.status === 403;
    if (isForbidden && controlToken.value !== undefined) tokenProblem.value = 'metrics';
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
