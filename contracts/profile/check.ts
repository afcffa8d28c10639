import type { AnyOperation } from '../operations/index.ts';
import { nearest, placeholders, suggest } from '../util/index.ts';
import { additionProblems } from './additions.ts';
import { addressOf, anyText, bodyFields, fieldAt } from './address.ts';
import { eachBody, errorFields, type Fields, fieldsOf, namesIn, type Registry } from './fields.ts';
import { type Place, type PlacedField, type PlacedFields, placeFields, whyNotShared } from './place.ts';
import { type ProfileProblem, problemAt } from './problem.ts';
import { type BodyOf, findRuleIn } from './rules.ts';
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

export function fieldProblems(registry: Registry, profile: Profile): ProfileProblem[] {
  const problems = new Map<string, ProfileProblem>();
  const clashes = new Map<string, ProfileProblem>();
  const look = (placed: PlacedFields, where: string) => {
    for (const { pair, ...problem } of clashesIn(placed, where))
      if (!clashes.has(pair)) clashes.set(pair, problem);
  };
  const place = (fields: Parameters<typeof placeFields>[0], body?: BodyOf) => {
    const found: ProfileProblem[] = [];
    const placed = placeFields(fields, findRuleIn(profile, body), found);
    for (const problem of found) problems.set(`${problem.path} ${problem.message}`, problem);
    return placed;
  };
  for (const { operation, direction, fields } of eachBody(registry)) {
    const placed = place(fields, { id: operation.id, direction });
    if (direction === 'answer')
      for (const problem of additionProblems(
        operation.id,
        profile.operations?.[operation.id]?.also ?? {},
        placed,
      ))
        problems.set(`${problem.path} ${problem.message}`, problem);
    const spoken = direction === 'request' ? bodyFields(placed, operation, profile) : placed;
    look(spoken, `the ${direction} of ${operation.id}`);
    if (direction === 'request' && operation.method === 'GET')
      for (const problem of queryProblems(spoken, operation.id)) problems.set(problem.path, problem);
  }
  look(place(errorFields()), 'the error body');
  return [...problems.values(), ...clashes.values()];
}

function* queryProblems(fields: PlacedFields, id: string): Generator<ProfileProblem> {
  for (const [name, { at, change, entry }] of fields) {
    if (entry === undefined || (at.length === 1 && !change.isListed)) continue;
    const message = `"${name}" is in the query of ${id}, which has no objects and no lists; give it a name`;
    yield { path: entry, message };
  }
}

/** A field that has a place in the dialect, or the first entry of a list. */
interface Claim {
  readonly name: string;
  readonly at: Place;
  readonly entry: string | undefined;
  /** The object of the contract, for messages. */
  readonly where: string;
  readonly path: Place;
  /** Whether other fields can be inside. */
  readonly isObject: boolean;
  /** Why the fields of other objects cannot be inside. */
  readonly whyAlone?: string | undefined;
}

function* clashesIn(fields: PlacedFields, where: string): Generator<ProfileProblem & { pair: string }> {
  const claims = [...claimsIn(fields, where)];
  const holders = new Map<string, Claim>();
  // Fields without an entry come first, as in `addressProblems`.
  for (const claim of claims.toSorted(
    (a, b) => Number(a.entry !== undefined) - Number(b.entry !== undefined),
  )) {
    const at = claim.at.join('.');
    const holder = holders.get(at);
    if (!holder) holders.set(at, claim);
    else if (claim.entry !== undefined) yield clashOf(claim, holder, claim.entry);
  }
  for (const claim of claims) {
    const outer = claim.at
      .slice(0, -1)
      .map((_, index) => holders.get(claim.at.slice(0, index + 1).join('.')));
    const holder = outer.find(one => one && whyNotInside(claim, one) !== undefined);
    const entry = claim.entry ?? holder?.entry;
    if (holder && entry !== undefined) yield insideOf(claim, holder, entry);
  }
  for (const [name, { inner }] of listsIn(fields)) yield* clashesIn(inner, `"${name}" in ${where}`);
}

function clashOf(claim: Claim, holder: Claim, entry: string): ProfileProblem & { pair: string } {
  const both =
    holder.entry === undefined ? 'which is already the name of a field' : `and so would "${holder.name}"`;
  const message = `"${claim.name}" would be called "${claim.at.at(-1)}" in ${claim.where}, ${both}; give one of them another name`;
  return { path: entry, message, pair: pairOf(entry, holder) };
}

const pairOf = (entry: string, holder: Claim): string =>
  [entry, holder.entry ?? holder.name].toSorted().join(' ');

function whyNotInside(claim: Claim, { path, isObject, whyAlone }: Claim): string | undefined {
  if (!isObject) return 'which is not an object';
  const isOwn = path.every((step, index) => claim.path[index] === step);
  return isOwn || whyAlone === undefined ? undefined : `but ${whyAlone}`;
}

function insideOf(claim: Claim, holder: Claim, entry: string): ProfileProblem & { pair: string } {
  const why = whyNotInside(claim, holder);
  const message = `"${claim.name}" would be at "${claim.at.join('.')}" in ${claim.where}, inside "${holder.name}", ${why}; give one of them another place`;
  return { path: entry, message, pair: pairOf(entry, holder) };
}

/** Up to the next lists. `outerEntry`: the entry of an object whose fields are in the object around it. */
function* claimsIn(
  fields: PlacedFields,
  where: string,
  outer: Place = [],
  outerEntry?: string,
): Generator<Claim> {
  for (const [name, placed] of fields) {
    const { field, at, first, isUnwrapped, isList, inner, entry = outerEntry } = placed;
    const isInside = inner.size > 0 && !isList;
    const claim = { name, at, entry, where, path: [...outer, name] };
    if (!isUnwrapped)
      yield { ...claim, isObject: isInside, whyAlone: isInside ? whyNotShared(field) : undefined };
    if (first) yield { ...claim, at: first, isObject: false };
    if (isInside)
      yield* claimsIn(inner, `"${name}" in ${where}`, claim.path, isUnwrapped ? entry : outerEntry);
  }
}

/** Lists inside a list are left out. */
function* listsIn(fields: PlacedFields): Generator<readonly [string, PlacedField]> {
  for (const [name, placed] of fields) {
    if (placed.inner.size === 0) continue;
    if (placed.isList) yield [name, placed];
    else for (const [inner, one] of listsIn(placed.inner)) yield [`${inner}" in "${name}`, one];
  }
}
