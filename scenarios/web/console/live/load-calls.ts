import { batch } from '@preact/signals';
import type { Facts } from '#contracts/control';
import type { SandboxApi } from '../control/index.ts';
import { maxCalls, mergeCalls } from './merge-calls.ts';
import type { SessionState } from './state.ts';

const pageSize = 2_000;

/**
 * Reads the calls that the page does not have yet. If the journal of the server is another one than before, the page moves its calls to
 * `lostCalls` and starts again.
 */
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

/** Compares the newest call that the page knows with the same call of the server. */
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

/** Returns the number of the call after which the page starts to read. */
async function startOf(api: SandboxApi, known: readonly Facts[]): Promise<number> {
  const open = known.find(({ closed }) => closed === undefined);
  if (open) return open.number - 1;
  const last = known.at(-1);
  if (last) return last.number;
  const [newest] = await api.facts({ limit: 1 });
  return Math.max(0, (newest?.number ?? 0) - maxCalls);
}
