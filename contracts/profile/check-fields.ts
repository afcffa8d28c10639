import { placeholders } from '../address.ts';
import { nearest } from '../util/index.ts';
import { type Direction, errorFields, type Fields, fieldsOf, namesIn, type Registry } from './fields.ts';
import { type ProfileProblem, placeText } from './problem.ts';
import { type RenamedFields, renamedFields } from './renames.ts';
import type { Profile } from './schema.ts';

const directions: readonly Direction[] = ['request', 'answer'];

/** Finds operation ids and fields of a profile that the contract does not have. */
export function nameProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const known = new Set(namesIn(errorFields()));
  for (const operation of Object.values(registry)) {
    for (const direction of directions)
      for (const name of namesIn(fieldsOf(operation, direction))) known.add(name);
  }
  const problems: ProfileProblem[] = [];
  for (const name of Object.keys(profile.fields ?? {})) {
    if (known.has(name)) continue;
    const hint = name.includes('.') ? '; a path can stand only under an operation' : meant(name, known);
    problems.push({
      path: placeText(['fields', name]),
      message: `"${name}" is no field of the contract${hint}`,
    });
  }
  for (const id of Object.keys(profile.operations ?? {}))
    problems.push(...operationProblems(registry, profile, id));
  return problems;
}

function operationProblems(registry: Registry, profile: Profile, id: string): ProfileProblem[] {
  const operation = Object.hasOwn(registry, id) ? registry[id] : undefined;
  if (operation === undefined) {
    const message = `"${id}" is no operation${meant(id, Object.keys(registry))}`;
    return [{ path: placeText(['operations', id]), message }];
  }
  const inPath = new Set(placeholders(operation.path));
  return directions.flatMap(direction => {
    const fields = fieldsOf(operation, direction);
    return Object.keys(profile.operations?.[id]?.[direction] ?? {}).flatMap(key => {
      const hint = missing(fields, key);
      if (hint === undefined) return [];
      const message =
        direction === 'request' && inPath.has(key.replace('.', ''))
          ? `"${key}" stands in the path of ${id} and has no name on the wire; remove this entry`
          : `"${key}" is no field of the ${direction} of ${id}${hint}`;
      return [{ path: placeText(['operations', id, direction, key]), message }];
    });
  });
}

/** Why a bare name or path leads to no field: a hint at what was meant, possibly empty; undefined when it leads to one. */
function missing(fields: Fields, key: string): string | undefined {
  if (!key.includes('.')) {
    const names = new Set(namesIn(fields));
    return names.has(key) ? undefined : meant(key, names);
  }
  const [first, ...rest] = key.split('.');
  if (first === '' && rest.length > 1) return '; only a field at the top is written with a dot before it';
  const steps = first === '' ? rest : [first ?? '', ...rest];
  let inside = fields;
  for (const [index, step] of steps.entries()) {
    const next = inside.get(step);
    if (next === undefined) {
      const right = nearest(step, inside.keys());
      return right === undefined
        ? ''
        : `; did you mean "${key.startsWith('.') ? '.' : ''}${steps.with(index, right).join('.')}"?`;
    }
    inside = next;
  }
  return undefined;
}

function meant(name: string, candidates: Iterable<string>): string {
  const right = nearest(name, candidates);
  return right === undefined ? '' : `; did you mean "${right}"?`;
}

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
