import type { Task } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import type { Leak } from '../judge/index.ts';
import { createLeakSearch, secretsOf } from '../runner/index.ts';

/** What a client must not write into its log. */
interface Forbidden {
  readonly task: Task;
  readonly identity: Sandbox['identity'];
  /** The Tokens that the supplier has issued. */
  readonly tokens: ReadonlySet<string>;
}

/** The number of characters before a new part of a log that are searched again, as a secret can begin there. */
const overlap = 1_000;

/**
 * Creates a function that returns the secrets in the log of a client. The runs of one task begin alike, so the function does not
 * search the lines again that were equal, and without a secret, in the run before.
 *
 * @example createLogSearch()(['password=1234'], { task, identity, tokens: new Set() }).length
 */
export function createLogSearch(): (lines: readonly string[], forbidden: Forbidden) => readonly Leak[] {
  const clean = new WeakMap<Task, readonly string[]>();
  return (lines, { task, identity, tokens }) => {
    const find = (some: readonly string[]): readonly Leak[] => {
      const search = createLeakSearch(secretsOf(task, identity), 'log');
      search.read(some.join('\n'));
      return search.found(tokens);
    };
    const before = clean.get(task) ?? [];
    if (find(lines.slice(firstNew(lines, before))).length > 0) return find(lines);
    clean.set(task, lines);
    return [];
  };
}

/** Returns the index of the line where the search begins. */
function firstNew(lines: readonly string[], before: readonly string[]): number {
  let from = lines.findIndex((line, index) => line !== before[index]);
  if (from < 0) from = lines.length;
  for (let length = 0; from > 0 && length < overlap; from -= 1) length += lines[from - 1]?.length ?? 0;
  return from;
}
