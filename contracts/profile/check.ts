import { placeholders } from '../address.ts';
import { type AnyOperation, pathsOf } from '../operation.ts';
import { nearest } from '../util/index.ts';
import {
  type Direction,
  eachBody,
  errorFields,
  type Fields,
  fieldsOf,
  namesIn,
  type Registry,
} from './fields.ts';
import { type ProfileProblem, placeText } from './problem.ts';
import { type RenamedFields, renamedFields } from './renames.ts';
import type { Profile } from './schema.ts';

/** Returns a problem for each name in a profile that is not an operation or a field of the contract. */
export function nameProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const bodies = [errorFields(), ...[...eachBody(registry)].map(({ fields }) => fields)];
  const known = new Set(bodies.flatMap(fields => [...namesIn(fields)]));
  const unknown = Object.keys(profile.fields ?? {}).filter(name => !known.has(name));
  const problems = unknown.map(name => {
    const hint = name.includes('.') ? '; move the path under an operation' : suggestion(name, known);
    return problemAt(['fields', name], `"${name}" is not a field of the contract${hint}`);
  });
  const ids = Object.keys(profile.operations ?? {});
  return [...problems, ...ids.flatMap(id => operationProblems(registry, profile, id))];
}

const problemAt = (keys: readonly string[], message: string): ProfileProblem => ({
  path: placeText(keys),
  message,
});

function operationProblems(registry: Registry, profile: Profile, id: string): ProfileProblem[] {
  const operation = Object.hasOwn(registry, id) ? registry[id] : undefined;
  if (operation === undefined)
    return [
      problemAt(['operations', id], `"${id}" is not an operation${suggestion(id, Object.keys(registry))}`),
    ];
  const inPath = new Set(placeholders(operation.path));
  return (['request', 'answer'] as const).flatMap(direction => {
    const fields = fieldsOf(operation, direction);
    return Object.keys(profile.operations?.[id]?.[direction] ?? {}).flatMap(key => {
      const hint = hintIfMissing(fields, key);
      if (hint === undefined) return [];
      const message =
        direction === 'request' && inPath.has(key.replace('.', ''))
          ? `"${key}" is in the path of ${id} and has no name in requests; remove this entry`
          : `"${key}" is not a field of the ${direction} of ${id}${hint}`;
      return [problemAt(['operations', id, direction, key], message)];
    });
  });
}

/**
 * Returns a hint for a name or path that is not a field. The hint can be an empty text. If the name or path
 * is a field, returns undefined.
 */
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
    inside = next;
  }
  return undefined;
}

function suggestion(name: string, candidates: Iterable<string>): string {
  const near = nearest(name, candidates);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

/** Returns a problem for each pair of fields that would have the same name in one object of the dialect. */
export function clashProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const found = new Map<string, ProfileProblem>();
  const look = (fields: Fields, where: string, body?: { id: string; direction: Direction }) => {
    for (const { pair, ...problem } of clashesIn(renamedFields(fields, profile, body), where))
      if (!found.has(pair)) found.set(pair, problem);
  };
  for (const { operation, direction, fields } of eachBody(registry)) {
    const { id } = operation;
    look(fields, `the ${direction} of ${id}`, { id, direction });
  }
  look(errorFields(), 'the error body');
  return [...found.values()];
}

function* clashesIn(fields: RenamedFields, where: string): Generator<ProfileProblem & { pair: string }> {
  const holders = new Map<string, string>();
  // Fields without an entry come first, so that each problem is reported at an entry of the profile.
  const byEntry = [...fields].toSorted(
    ([, a], [, b]) => Number(a.entry !== undefined) - Number(b.entry !== undefined),
  );
  for (const [name, { to, entry, inner }] of byEntry) {
    yield* clashesIn(inner, `"${name}" in ${where}`);
    const holder = holders.get(to);
    if (holder === undefined) holders.set(to, name);
    else if (entry !== undefined) {
      const otherEntry = fields.get(holder)?.entry;
      const both =
        otherEntry === undefined ? 'which is already the name of a field' : `and so would "${holder}"`;
      const message = `"${name}" would be called "${to}" in ${where}, ${both}; give one of them another name`;
      yield { path: entry, message, pair: [entry, otherEntry ?? holder].toSorted().join(' ') };
    }
  }
}

/** The method and paths of an operation in a dialect. */
interface SpokenAddress {
  readonly method: string;
  /** The path that clients should use. */
  readonly path: string;
  /** All paths of the operation. The first one is `path`. */
  readonly paths: readonly string[];
}

/** Returns the method and paths of an operation in a dialect. A path in the profile replaces all paths of the contract. */
export function addressOf(operation: AnyOperation, profile?: Profile): SpokenAddress {
  const own = profile?.operations?.[operation.id];
  const { path = operation.path } = own ?? {};
  return {
    method: own?.method ?? operation.method,
    path,
    paths: own?.path === undefined ? pathsOf(operation) : [path],
  };
}

/** The first segments of the paths that belong to the server, not to the supplier. */
const reserved = ['_control', 'mcp', 'sandbox', 'openapi.json', 'docs'];

/** Returns the problems of methods and paths that the server cannot serve. */
export function addressProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const problems: ProfileProblem[] = [];
  const taken = new Map<string, string>();
  const isChanged = ({ id }: AnyOperation) => Number(profile.operations?.[id] !== undefined);
  // Operations without an entry come first, so that each problem is reported at an entry of the profile.
  for (const operation of Object.values(registry).toSorted((a, b) => isChanged(a) - isChanged(b))) {
    const { id } = operation;
    const { method, path, paths } = addressOf(operation, profile);
    const hasOwnPath = profile.operations?.[id]?.path !== undefined;
    const add = (key: 'method' | 'path', message: string) =>
      problems.push(problemAt(['operations', id, key], message));
    if (hasOwnPath) for (const message of pathProblems(operation, path)) add('path', message);
    const message = methodProblem(operation, method);
    if (message !== undefined) add('method', message);
    for (const one of paths) {
      const address = `${method} ${one.toLowerCase().replaceAll(/\{[^{}]+\}/g, '{}')}`;
      const other = taken.get(address);
      if (other === undefined) taken.set(address, id);
      else
        add(
          hasOwnPath ? 'path' : 'method',
          `"${address}" is already the address of ${other}; give one of them another path`,
        );
    }
  }
  return problems;
}

function pathProblems(operation: AnyOperation, path: string): string[] {
  const problems: string[] = [];
  const [has, wants] = [placeholders(path), placeholders(operation.path)].map(names =>
    names.toSorted().join(', '),
  );
  if (has !== wants) {
    const expected =
      wants === ''
        ? 'without placeholders'
        : `with the placeholders {${wants?.replaceAll(', ', '}, {')}}, each once`;
    problems.push(`"${path}" does not match ${operation.id}; expected a path ${expected}`);
  }
  const first = path.split('/')[1]?.toLowerCase() ?? '';
  if (first === '' || reserved.includes(first)) {
    problems.push(
      `"${path}" is an address of the stand-in itself; choose another path, for example "/v2${path}"`,
    );
  }
  return problems;
}

function methodProblem(operation: AnyOperation, method: string): string | undefined {
  if (method === operation.method) return undefined;
  if (operation.method === 'GET')
    return `"${method}" does not match ${operation.id}, which has no body; use GET`;
  return method === 'GET'
    ? `"GET" does not match ${operation.id}, which has a body; use POST, PUT, PATCH or DELETE`
    : undefined;
}
