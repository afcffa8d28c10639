import { type Direction, errorFields, fieldsOf, type Registry } from './fields.ts';
import type { ProfileProblem } from './problem.ts';
import { type RenamedFields, renamedFields } from './renames.ts';
import type { Profile } from './schema.ts';

/** Finds objects in which two fields would have the same name in the dialect. Each pair is reported once. */
export function clashProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const found = new Map<string, ProfileProblem>();
  const look = (fields: RenamedFields, where: string) => {
    for (const { pair, ...problem } of clashesIn(fields, where)) {
      if (!found.has(pair)) found.set(pair, problem);
    }
  };
  for (const operation of Object.values(registry)) {
    for (const direction of ['request', 'answer'] satisfies Direction[]) {
      const fields = renamedFields(fieldsOf(operation, direction), profile, { id: operation.id, direction });
      look(fields, `the ${direction} of ${operation.id}`);
    }
  }
  look(renamedFields(errorFields(), profile), 'the error body');
  return [...found.values()];
}

function* clashesIn(fields: RenamedFields, where: string): Generator<ProfileProblem & { pair: string }> {
  const holders = new Map<string, string>();
  // Those that keep their name come first, so that a clash is reported at an entry that can be changed.
  const byEntry = [...fields].toSorted(
    ([, a], [, b]) => Number(a.entry !== undefined) - Number(b.entry !== undefined),
  );
  for (const [name, { to, entry, inner }] of byEntry) {
    yield* clashesIn(inner, `"${name}" in ${where}`);
    const holder = holders.get(to);
    if (holder === undefined) holders.set(to, name);
    else if (entry !== undefined) {
      const otherEntry = fields.get(holder)?.entry;
      const both = otherEntry === undefined ? 'which is there already' : `and so would "${holder}"`;
      const message = `"${name}" would be called "${to}" in ${where}, ${both}; give one of them another name`;
      yield { path: entry, message, pair: [entry, otherEntry ?? holder].toSorted().join(' ') };
    }
  }
}
