import { StoreError } from '../store-error.ts';
import { crashRow } from './head.ts';
import type { KeptSandbox, Row, SandboxKeeper } from './keeper.ts';

/** The ids of a store that are listed, and how many of them one read returns. By default, all ids. */
interface IdRange {
  readonly after?: string;
  readonly perRead?: number | undefined;
}

/** Lists the ids of the sandboxes in a store in alphabetical order. */
export async function* storedIds(
  keeper: SandboxKeeper,
  { after = '', perRead = 10_000 }: IdRange = {},
): AsyncGenerator<string> {
  let last = after;
  for (;;) {
    const page = await keeper.list(last, perRead);
    yield* page;
    last = page.at(-1) ?? '';
    if (page.length < perRead) return;
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
  const row = readable(keeper, { id, rows: kept.rows }, () => crashRow(kept.rows));
  await keeper.write([{ id, how: 'update', puts: [row], drops: [] }]);
  const others = kept.rows.filter(({ kind, key }) => kind !== row.kind || key !== row.key);
  return { ...kept, isComplete: true, rows: [...others, row] };
}

/** The rows of a stored sandbox, for a message about them. */
interface StoredRows {
  readonly id: string;
  readonly rows: readonly Row[];
}

/** Runs a function that reads rows. Throws a StoreError that names the sandbox and the row, when a row is not readable. */
export function readable<Result>(keeper: SandboxKeeper, stored: StoredRows, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw damageOf(keeper, stored, error);
  }
}

/**
 * Returns the StoreError for a sandbox that cannot be read. The message names the first row that is wrong.
 *
 * @param error the error of the function that read the rows
 */
export function damageOf({ where }: SandboxKeeper, { id }: StoredRows, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const why = error instanceof Error ? error.message : String(error);
  const fix = 'run "understudy store check", and restore a copy of the store or delete the sandbox';
  return new StoreError('damaged', `sandbox "${id}" in ${where} cannot be read: ${why}; ${fix}`, {
    cause: error,
  });
}
