import { StoreError } from '../store-error.ts';
import { crashRow } from './head.ts';
import type { KeptSandbox, SandboxKeeper } from './keeper.ts';

const idsPerPage = 10_000;

/** Lists the ids of all sandboxes in a store after an id, page by page. */
export async function* storedIds(keeper: SandboxKeeper, after = ''): AsyncGenerator<string> {
  let last = after;
  for (;;) {
    const page = await keeper.list(last, idsPerPage);
    yield* page;
    last = page.at(-1) ?? '';
    if (page.length < idsPerPage) return;
  }
}

/**
 * Loads a sandbox. If changes can be missing, notes the crash in the store first, because the next crash can follow at once.
 *
 * @param isKnown whether this process had the sandbox in memory before. This process knows its own changes, so no change is
 *   missing unless another process had the sandbox in between.
 */
export async function loadRecovered(
  keeper: SandboxKeeper,
  id: string,
  isKnown = false,
): Promise<KeptSandbox | undefined> {
  const kept = await keeper.load(id);
  if (!kept || kept.isComplete || (isKnown && kept.isContinued !== false)) return kept;
  const row = readable(keeper, id, () => crashRow(kept.rows));
  await keeper.write([{ id, how: 'update', puts: [row], drops: [] }]);
  const others = kept.rows.filter(({ kind, key }) => kind !== row.kind || key !== row.key);
  return { ...kept, isComplete: true, rows: [...others, row] };
}

/** Runs a function that reads rows. Throws a StoreError that names the sandbox when a row is not readable. */
export function readable<Result>(keeper: SandboxKeeper, id: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw unreadable(keeper, id, error);
  }
}

/** Returns the StoreError for a sandbox with a row that is not readable. */
export function unreadable({ where }: SandboxKeeper, id: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const why = error instanceof Error ? error.message : String(error);
  const message = `sandbox "${id}" in ${where} cannot be read: ${why}; run "understudy store check"`;
  return new StoreError('damaged', message, { cause: error });
}
