import { bodyFields } from './address.ts';
import { eachBody, errorFields, type Registry } from './fields.ts';
import { type Place, type PlacedField, type PlacedFields, placeFields, whyNotShared } from './place.ts';
import type { ProfileProblem } from './problem.ts';
import { type BodyOf, findRuleIn } from './rules.ts';
import type { Profile } from './schema.ts';

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
    const spoken = direction === 'request' ? bodyFields(placed, operation, profile) : placed;
    look(spoken, `the ${direction} of ${operation.id}`);
    if (direction === 'request' && operation.method === 'GET')
      for (const problem of queryProblems(spoken, operation.id)) problems.set(problem.path, problem);
  }
  look(place(errorFields()), 'the error body');
  return [...problems.values(), ...clashes.values()];
}

/** A query has only names and single values. */
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
  /** From the body, or from the entry of the nearest list. */
  readonly path: Place;
  /** Whether other fields can be inside. */
  readonly isObject: boolean;
  /** Why the fields of other objects cannot be inside. */
  readonly whyAlone?: string | undefined;
}

function* clashesIn(fields: PlacedFields, where: string): Generator<ProfileProblem & { pair: string }> {
  const claims = [...claimsIn(fields, { where })];
  const holders = new Map<string, Claim>();
  // Fields without an entry come first, so that each problem is reported at an entry of the profile.
  for (const claim of claims.toSorted(
    (a, b) => Number(a.entry !== undefined) - Number(b.entry !== undefined),
  )) {
    const holder = holderOf(claim, holders);
    if (!holder) holders.set(claim.at.join('.'), claim);
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
  for (const [name, { field, change, inner }] of listsIn(fields))
    if (field.kind === 'list' || change.isListed) yield* clashesIn(inner, `"${name}" in ${where}`);
}

const holderOf = ({ at }: Claim, holders: ReadonlyMap<string, Claim>): Claim | undefined =>
  holders.get(at.join('.'));

function clashOf(claim: Claim, holder: Claim, entry: string): ProfileProblem & { pair: string } {
  const both =
    holder.entry === undefined ? 'which is already the name of a field' : `and so would "${holder.name}"`;
  const message = `"${claim.name}" would be called "${claim.at.at(-1)}" in ${claim.where}, ${both}; give one of them another name`;
  return { path: entry, message, pair: [entry, holder.entry ?? holder.name].toSorted().join(' ') };
}

function whyNotInside(claim: Claim, { path, isObject, whyAlone }: Claim): string | undefined {
  if (!isObject) return 'which is not an object';
  const isOwn = path.every((step, index) => claim.path[index] === step);
  return isOwn || whyAlone === undefined ? undefined : `but ${whyAlone}`;
}

function insideOf(claim: Claim, holder: Claim, entry: string): ProfileProblem & { pair: string } {
  const why = whyNotInside(claim, holder);
  const message = `"${claim.name}" would be at "${claim.at.join('.')}" in ${claim.where}, inside "${holder.name}", ${why}; give one of them another place`;
  return { path: entry, message, pair: [entry, holder.entry ?? holder.name].toSorted().join(' ') };
}

/** Up to the next lists. */
function* claimsIn(
  fields: PlacedFields,
  { where, path: outer = [], entry: outerEntry }: Outer,
): Generator<Claim> {
  for (const [name, placed] of fields) {
    const { field, at, first, isUnwrapped, change, inner, entry = outerEntry } = placed;
    const isInside = inner.size > 0 && field.kind !== 'list' && !change.isListed;
    const claim = { name, at, entry, where, path: [...outer, name] };
    if (!isUnwrapped)
      yield { ...claim, isObject: isInside, whyAlone: isInside ? whyNotShared(field) : undefined };
    if (first) yield { ...claim, at: first, isObject: false };
    if (isInside)
      yield* claimsIn(inner, {
        where: `"${name}" in ${where}`,
        path: claim.path,
        entry: isUnwrapped ? entry : outerEntry,
      });
  }
}

interface Outer {
  readonly where: string;
  readonly path?: Place;
  /** The entry of an object whose fields are in the object around it. */
  readonly entry?: string | undefined;
}

/** Lists inside a list are left out. */
function* listsIn(fields: PlacedFields): Generator<readonly [string, PlacedField]> {
  for (const [name, placed] of fields) {
    if (placed.inner.size === 0) continue;
    if (placed.field.kind === 'list' || placed.change.isListed) yield [name, placed];
    else for (const [inner, one] of listsIn(placed.inner)) yield [`${inner}" in "${name}`, one];
  }
}
