import { placeholders } from '../address.ts';
import type { AnyOperation } from '../operation.ts';
import { nearest, suggest } from '../util/index.ts';
import { addressOf, fieldAt } from './address.ts';
import { eachBody, errorFields, type Fields, fieldsOf, namesIn, type Registry } from './fields.ts';
import { type ProfileProblem, problemAt } from './problem.ts';
import type { Profile } from './schema.ts';

export function nameProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const bodies = [...eachBody(registry)].map(({ operation, direction, fields }) =>
    direction === 'answer' ? fields : outsidePath(fields, operation, profile),
  );
  const all = [errorFields(), ...bodies];
  const known = new Set(all.flatMap(fields => [...namesIn(fields)]));
  const unknown = Object.keys(profile.fields ?? {}).filter(
    name => !all.some(fields => hasPath(fields, name)),
  );
  const problems = unknown.map(name => {
    const wrong = name.split('.').find(step => !known.has(step));
    const hint =
      wrong === undefined ? '; no object of the contract has these fields' : suggestion(wrong, known);
    return problemAt(['fields', name], `"${name}" is not a field of the contract${hint}`);
  });
  const ids = Object.keys(profile.operations ?? {});
  return [...problems, ...ids.flatMap(id => operationProblems(registry, profile, id))];
}

function outsidePath(fields: Fields, operation: AnyOperation, profile: Profile): Fields {
  const inPath = new Set(placeholders(addressOf(operation, profile).path));
  return new Map([...fields].filter(([name]) => !inPath.has(name)));
}

const hasPath = (fields: Fields, path: string): boolean =>
  fieldAt(fields, path) !== undefined || [...fields.values()].some(({ inner }) => hasPath(inner, path));

function operationProblems(registry: Registry, profile: Profile, id: string): ProfileProblem[] {
  const operation = Object.hasOwn(registry, id) ? registry[id] : undefined;
  if (operation === undefined)
    return [
      problemAt(['operations', id], `"${id}" is not an operation${suggestion(id, Object.keys(registry))}`),
    ];
  const inPath = new Set(placeholders(addressOf(operation, profile).path));
  return (['request', 'answer'] as const).flatMap(direction => {
    const fields = fieldsOf(operation, direction);
    return Object.entries(profile.operations?.[id]?.[direction] ?? {}).flatMap(([key, change]) => {
      const at = ['operations', id, direction, key];
      const hint = hintIfMissing(fields, key);
      if (hint !== undefined)
        return [problemAt(at, `"${key}" is not a field of the ${direction} of ${id}${hint}`)];
      const to = typeof change === 'string' ? change : change.to;
      return direction === 'request' && inPath.has(key.replace(/^\./, '')) && to !== undefined
        ? [problemAt(at, `"${key}" is in the path of ${id} and has no name in requests; remove this entry`)]
        : [];
    });
  });
}

/** Undefined for a field; else a hint, which can be empty. */
function hintIfMissing(fields: Fields, key: string): string | undefined {
  if (!key.includes('.')) {
    const names = new Set(namesIn(fields));
    return names.has(key) ? undefined : suggestion(key, names);
  }
  const steps = key.replace(/^\./, '').split('.');
  const prefix = key.startsWith('.') ? '.' : '';
  if (prefix !== '' && steps.length > 1) return '; remove the dot: only a field at the top level has a dot';
  let inside = fields;
  for (const [index, step] of steps.entries()) {
    const next = inside.get(step);
    if (next === undefined) {
      const near = nearest(step, inside.keys());
      return near === undefined ? '' : `; did you mean "${prefix}${steps.with(index, near).join('.')}"?`;
    }
    inside = next.inner;
  }
  return undefined;
}

const suggestion = (name: string, known: Iterable<string>): string => suggest(name, known, '', '; ');
