import type { SandboxChange } from '../../keeping/index.ts';

/** The maximum number of rows in a message to the worker thread. Copying a message blocks the thread that serves calls. */
const rowsPerPart = 500;

/**
 * Splits changes into parts with a limited number of rows. The parts together have the same effect, in their order. Only the
 * import of a large sandbox has more than one part.
 *
 * @example [...partsOf([{ id: 'a', how: 'replace', puts: rows, drops: [] }])]
 */
export function* partsOf(changes: readonly SandboxChange[]): Generator<readonly SandboxChange[]> {
  if (changes.every(({ puts }) => puts.length <= rowsPerPart)) {
    yield changes;
    return;
  }
  for (const { puts, drops, ...change } of changes) {
    yield [{ ...change, puts: puts.slice(0, rowsPerPart), drops }];
    for (let from = rowsPerPart; from < puts.length; from += rowsPerPart)
      yield [{ id: change.id, how: 'update', puts: puts.slice(from, from + rowsPerPart), drops: [] }];
  }
}
