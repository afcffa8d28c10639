import type { AnyOperation } from '../operations/index.ts';
import { asObject, isObject, type JsonObject, once, suggest, writeAddress } from '../util/index.ts';
import { addFields, roundPrices, showHidden } from './additions.ts';
import {
  addressOf,
  bodyFields,
  fieldAt,
  pathFields,
  readPath,
  type SpokenAddress,
  writePath,
} from './address.ts';
import { type Direction, errorFields, fieldsOf, type Registry } from './fields.ts';
import { assertUsable } from './parse.ts';
import { type PlacedField, type PlacedFields, placeFields } from './place.ts';
import { type OnIgnored, type ReadPlan, readBody, readPlanOf } from './read.ts';
import { findRuleIn } from './rules.ts';
import type { Additions, Profile } from './schema.ts';
import { writeBody } from './write.ts';

export type { Direction } from './fields.ts';

/** The address of an operation in a dialect. */
export interface SpokenOperation extends SpokenAddress {
  readonly id: string;
}

export interface SpokenCall {
  readonly method: string;
  readonly url: string;
  readonly body: JsonObject | undefined;
}

/** The contract with the paths, field names, places and values of one supplier. The id `null` stands for an unknown path (404). */
export interface Dialect {
  /** The name of the profile, or null if there is no profile. */
  readonly name: string | null;
  /** Whether bodies need no translation. Paths and methods can still differ. */
  readonly plain: boolean;
  readonly operations: readonly SpokenOperation[];
  /** Returns the address of an operation. Throws a RangeError for an unknown id. */
  operation(id: string): SpokenOperation;
  /** Returns the fields of a body with their places. A request has no fields that are in the path. */
  fields(id: string | null, direction: Direction): PlacedFields;
  /** Returns the fields in the path that a client writes. The keys are their paths in the contract. */
  parameters(id: string): PlacedFields;
  /** Returns the fields that answers have beside those of the contract. The keys are paths in the dialect. */
  additions(id: string): Additions;
  /** Returns an answer of the contract with the prices as the dialect rounds them. */
  rounded<Answer>(id: string, answer: Answer): Answer;
  /** Writes a request of the contract as a client sends it. */
  writeCall(id: string, request: object): SpokenCall;
  /** Adds the parameters of a path to a request of the contract. The keys are names of the contract. */
  withParameters(id: string, request: unknown, parameters: ReadonlyMap<string, string>): JsonObject;
  /** Whether the requests of the dialect can leave out a field. `path` has contract names without list indexes. */
  isOptional(id: string, path: string): boolean;
  /** Translates a body to the contract. Contract names and unknown fields stay. `onIgnored` gets each field that has two names in the body. */
  toContract(id: string | null, direction: Direction, json: unknown, onIgnored?: OnIgnored): unknown;
  /** Translates a body, or an error body, to the dialect. */
  toDialect(id: string | null, direction: Direction, json: unknown): unknown;
  /** Translates a path such as `Criteria.SearchRooms[0].NumAdults` to the names of the dialect. */
  fieldPath(id: string | null, direction: Direction, path: string): string;
}

interface Body {
  /** With the fields in the path of a request. */
  readonly all: PlacedFields;
  readonly fields: PlacedFields;
  readonly isChanged: boolean;
  readonly readPlan: () => ReadPlan;
}

/**
 * Returns the dialect of a profile. Without a profile, the dialect changes nothing. The same object gives the same dialect, so make
 * a new object to change a profile.
 *
 * @throws ProfileError when the profile does not match the operations
 * @example applyProfile(operations, parseProfile(yaml)).toContract('hotel.search', 'request', body)
 */
export function applyProfile(registry: Registry, profile?: Profile): Dialect {
  if (!profile) return createDialect(registry);
  const known = dialects.get(profile);
  if (known?.registry === registry) return known.dialect;
  assertUsable(registry, profile);
  const dialect = createDialect(registry, profile);
  dialects.set(profile, { registry, dialect });
  return dialect;
}

const dialects = new WeakMap<Profile, { readonly registry: Registry; readonly dialect: Dialect }>();

function createDialect(registry: Registry, profile?: Profile): Dialect {
  const spoken = Object.values(registry).map(operation => ({
    id: operation.id,
    ...addressOf(operation, profile),
  }));
  const byId = new Map(spoken.map(operation => [operation.id, operation]));
  const operation = (id: string) => byId.get(id) ?? throwUnknownId(registry, id);
  const bodyOf = createBodies(registry, profile);
  const additions = (id: string | null): Additions => profile?.operations?.[id ?? '']?.also ?? noAdditions;
  const isRounded = (id: string) =>
    profile?.roundTotal !== undefined && (registry[id]?.effect === 'validate' || id.endsWith('.search'));
  const rounded = <Answer>(id: string, answer: Answer): Answer =>
    isRounded(id) ? (roundPrices(answer) as Answer) : answer; // only numbers differ
  const plain =
    !profile ||
    !Object.values(registry).some(
      one =>
        isTranslated(one, bodyOf, operation(one.id)) ||
        isRounded(one.id) ||
        additions(one.id) !== noAdditions,
    );
  const translations = plain ? identity : translationsBy(bodyOf, { additions, rounded });
  return {
    name: profile?.name ?? null,
    plain,
    operations: spoken,
    operation,
    fields: (id, direction) => bodyOf(id, direction).fields,
    additions,
    rounded,
    parameters: id => pathFields(bodyOf(id, 'request').all, operation(id)),
    writeCall(id, request) {
      const { method, path } = operation(id);
      const written = writePath(path, request, bodyOf(id, 'request').all);
      const fields = asObject(translations.toDialect(id, 'request', written.rest));
      const hasBody = registry[id]?.method !== 'GET';
      const url = hasBody ? written.path : writeAddress(written.path, fields);
      return { method, url, body: hasBody ? fields : undefined };
    },
    withParameters: (id, request, parameters) => readPath(request, parameters, bodyOf(id, 'request').all),
    isOptional: (id, path) => fieldAt(bodyOf(id, 'request').all, path)?.change.isOptional === true,
    ...translations,
  };
}

type BodyOf = (id: string | null, direction: Direction) => Body;
type Translations = Pick<Dialect, 'toContract' | 'toDialect' | 'fieldPath'>;

const identity: Translations = {
  toContract: (_id, _direction, json) => json,
  toDialect: (_id, _direction, json) => json,
  fieldPath: (_id, _direction, path) => path,
};

const noAdditions: Additions = {};
/** An answer without any other field has no result. */
const always = ['TimeSpan', 'Errors'];

function translationsBy(
  bodyOf: BodyOf,
  { additions, rounded }: Pick<Dialect, 'rounded'> & { additions: (id: string | null) => Additions },
): Translations {
  return {
    toContract(id, direction, json, onIgnored) {
      const { isChanged, readPlan } = bodyOf(id, direction);
      const shown = direction === 'answer' ? showHidden(json, additions(id)) : json;
      return isChanged ? readBody(readPlan(), shown, onIgnored) : shown;
    },
    toDialect(id, direction, json) {
      const { isChanged, fields } = bodyOf(id, direction);
      const exact = direction === 'answer' && id !== null ? rounded(id, json) : json;
      const written = isChanged ? writeBody(fields, exact) : exact;
      const own = additions(id);
      const isEmpty = isObject(json) && Object.keys(json).every(name => always.includes(name));
      if (direction !== 'answer' || own === noAdditions || isEmpty) return written;
      const answer = isChanged ? written : structuredClone(written);
      addFields(answer, own);
      return answer;
    },
    fieldPath: (id, direction, path) => dialectPath(bodyOf(id, direction).all, path),
  };
}

function isTranslated({ id, method }: AnyOperation, bodyOf: BodyOf, { paths }: SpokenAddress): boolean {
  const hasParameters = method !== 'GET' && paths.some(path => path.includes('{'));
  return hasParameters || bodyOf(id, 'request').isChanged || bodyOf(id, 'answer').isChanged;
}

function createBodies(registry: Registry, profile?: Profile): BodyOf {
  const made = new Map<string, Body>();
  function create(id: string | null, direction: Direction): Body {
    const operation = id === null ? undefined : (registry[id] ?? throwUnknownId(registry, id));
    const shape = operation ? fieldsOf(operation, direction) : errorFields();
    const findRule = findRuleIn(profile ?? { name: '' }, operation && { id: operation.id, direction });
    const all = placeFields(shape, findRule);
    const fields = operation && direction === 'request' ? bodyFields(all, operation, profile) : all;
    return { all, fields, isChanged: isChanged(fields), readPlan: once(() => readPlanOf(fields)) };
  }
  return (id, direction) => {
    const key = `${direction} ${id ?? ''}`;
    const body = made.get(key) ?? create(id, direction);
    made.set(key, body);
    return body;
  };
}

const isChanged = (fields: PlacedFields): boolean =>
  [...fields.values()].some(({ entry, inner }) => entry !== undefined || isChanged(inner));

function throwUnknownId(registry: Registry, id: string): never {
  throw new RangeError(`"${id}" is not an operation${suggest(id, Object.keys(registry), '', '; ')}`);
}

/** The steps after an unknown field stay. An index is a number, or nothing for any entry, as in `SearchRooms[].NumAdults`. */
export function dialectPath(fields: PlacedFields, path: string): string {
  const steps = path.split('.').map(stepOf);
  const written: string[] = [];
  let inside: PlacedFields | undefined = fields;
  let start = 0; // the number of names before the entry of the nearest list
  for (const { name, indexes } of steps) {
    if (name === '') {
      // The body is a list.
      written.push(indexes.join(''));
      start = written.length;
      continue;
    }
    const placed: PlacedField | undefined = inside?.get(name);
    if (!placed) {
      written.push(name + indexes.join(''));
      inside = undefined;
      continue;
    }
    written.splice(start, written.length, ...placeIn(placed, indexes));
    if (placed.isList) start = written.length;
    inside = placed.inner;
  }
  return written.join('.');
}

function stepOf(step: string): { name: string; indexes: readonly string[] } {
  const name = step.replace(/(?:\[\d*\])+$/, '');
  return { name, indexes: step.slice(name.length).match(/\[\d*\]/g) ?? [] };
}

function placeIn({ at, first, change, isUnwrapped }: PlacedField, indexes: readonly string[]): string[] {
  const [index, ...deeper] = indexes;
  if (first && index === '[0]') return [...first.slice(0, -1), `${first.at(-1)}${deeper.join('')}`];
  const own =
    first && index ? [index.replace(/\d+/, digits => String(Number(digits) - 1)), ...deeper] : indexes;
  if (isUnwrapped) return [...at];
  const listed = change.isListed ? ['[0]', ...own] : own;
  const last = `${at.at(-1)}${listed.join('')}`;
  const wrapped = change.each !== undefined && indexes.length > 0 ? [change.each] : [];
  return [...at.slice(0, -1), last, ...wrapped];
}
