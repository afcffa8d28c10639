import { placeholders } from '../address.ts';
import { nearest } from '../util/index.ts';
import { type Direction, errorFields, type Fields, fieldsOf, namesIn, type Registry } from './fields.ts';
import { type ProfileProblem, placeText } from './problem.ts';
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
