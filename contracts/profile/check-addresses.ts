import { placeholders } from '../address.ts';
import type { AnyOperation } from '../operation.ts';
import { nearest } from '../util/index.ts';
import { addressOf, anyText, fieldAt } from './address.ts';
import { type Fields, fieldsOf, type Registry } from './fields.ts';
import { type ProfileProblem, problemAt } from './problem.ts';
import type { Profile } from './schema.ts';

/** Paths of the server, not of the supplier. */
const reserved = ['_control', 'mcp', 'sandbox', 'openapi.json', 'docs', 'scenarios'];

export function addressProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const problems: ProfileProblem[] = [];
  const taken = new Map<string, string>();
  const isChanged = ({ id }: AnyOperation) => Number(profile.operations?.[id] !== undefined);
  // Operations without an entry come first, so that each problem is reported at an entry of the profile.
  for (const operation of Object.values(registry).toSorted((a, b) => isChanged(a) - isChanged(b))) {
    const { id } = operation;
    const { method, paths } = addressOf(operation, profile);
    const own = profile.operations?.[id]?.path;
    const at = (index: number) => ['operations', id, 'path', ...(Array.isArray(own) ? [index] : [])];
    const methodAt = ['operations', id, 'method'];
    const message = methodProblem(operation, method);
    if (message !== undefined) problems.push(problemAt(methodAt, message));
    for (const [index, path] of paths.entries()) {
      if (own !== undefined)
        for (const wrong of pathProblems(operation, path, index)) problems.push(problemAt(at(index), wrong));
      const address = `${method} ${path.toLowerCase().replaceAll(/\{[^{}]+\}/g, '{}')}`;
      const other = taken.get(address);
      if (other === undefined) taken.set(address, id);
      else
        problems.push(
          problemAt(
            own === undefined ? methodAt : at(index),
            other === id
              ? `"${address}" is in the list twice; remove one of the two`
              : `"${address}" is already the address of ${other}; give one of them another path`,
          ),
        );
    }
  }
  return problems;
}

function* pathProblems(operation: AnyOperation, path: string, index: number): Generator<string> {
  const fields = fieldsOf(operation, 'request');
  const names = placeholders(path);
  for (const name of names) {
    const wrong = name === anyText ? anyProblem(index) : nameProblem(operation, fields, name);
    if (wrong !== undefined) yield `"${path}" does not match ${operation.id}: ${wrong}`;
  }
  if (/\}\{/.test(path))
    yield `"${path}" does not match ${operation.id}: write a text between two parameters, for example "/"`;
  const twice = names.find((name, at) => name !== anyText && names.indexOf(name) < at);
  if (twice !== undefined) yield `"${path}" does not match ${operation.id}: {${twice}} is in the path twice`;
  const first = path.split('/')[1]?.toLowerCase() ?? '';
  if (first === '' || reserved.includes(first))
    yield `"${path}" is an address of the stand-in itself; choose another path, for example "/v2${path}"`;
}

const anyProblem = (index: number): string | undefined =>
  index === 0 ? 'a client writes the first path, so {*} is only possible in a later path' : undefined;

function nameProblem({ id }: AnyOperation, fields: Fields, name: string): string | undefined {
  const list = name
    .split('.')
    .map((_, index, steps) => steps.slice(0, index).join('.'))
    .find(outer => fieldAt(fields, outer)?.kind === 'list');
  if (list !== undefined) return `{${name}} is in the list ${list}; only a single value can be in a path`;
  const field = fieldAt(fields, name);
  if (field?.kind === 'object' || field?.kind === 'list')
    return `{${name}} is ${field.kind === 'list' ? 'a list' : 'an object'}; only a single value can be in a path`;
  if (field) return undefined;
  const known = [...fields].flatMap(([one, { kind }]) => (kind === 'object' || kind === 'list' ? [] : [one]));
  const near = nearest(name, known);
  const hint =
    near === undefined
      ? known.length === 0
        ? 'no field of this request can be in a path'
        : `expected one of ${known.map(one => `{${one}}`).join(', ')}`
      : `did you mean {${near}}?`;
  return `{${name}} is not a field of the request of ${id}; ${hint}`;
}

function methodProblem(operation: AnyOperation, method: string): string | undefined {
  if (method === operation.method) return undefined;
  if (operation.method === 'GET')
    return `"${method}" does not match ${operation.id}, which has no body; use GET`;
  return method === 'GET'
    ? `"GET" does not match ${operation.id}, which has a body; use POST, PUT, PATCH or DELETE`
    : undefined;
}
