import { nearest } from '../util/index.ts';
import { addressOf } from './check.ts';
import { type Direction, eachBody, errorFields, type Fields, type Registry } from './fields.ts';
import { assertUsable } from './parse.ts';
import {
  type RenamedField,
  type RenamedFields,
  renamedFields,
  type Translator,
  towardsContract,
  towardsDialect,
  translate,
} from './renames.ts';
import type { Profile } from './schema.ts';

export type { Direction } from './fields.ts';

/** The address of an operation in a dialect. */
export interface SpokenOperation {
  readonly id: string;
  readonly method: string;
  /** The path. Path parameters are in braces, and have the names of the contract. */
  readonly path: string;
  /** All paths at which the server answers the operation. The first one is `path`. */
  readonly paths: readonly string[];
}

/**
 * The contract with the paths and field names of one supplier. If an operation id is `null`, the call has an unknown path
 * (404).
 */
export interface Dialect {
  /** The name of the profile, or null if there is no profile. */
  readonly name: string | null;
  /** Whether all fields keep their names, so that bodies need no translation. Paths and methods can still differ. */
  readonly plain: boolean;
  readonly operations: readonly SpokenOperation[];
  /** Returns the address of an operation. Throws a RangeError for an unknown id. */
  operation(id: string): SpokenOperation;
  /** Translates a body to the names of the contract. Contract names and unknown fields stay unchanged. */
  toContract(id: string | null, direction: Direction, json: unknown): unknown;
  /** Translates a body, or an error body, to the names of the dialect. */
  toDialect(id: string | null, direction: Direction, json: unknown): unknown;
  /** Translates a path such as `Criteria.SearchRooms[0].NumAdults` to the names of the dialect. */
  fieldPath(id: string | null, direction: Direction, path: string): string;
}

/** The compiled translators for one body. */
interface Body {
  readonly fields: RenamedFields;
  readonly toContract: Translator | undefined;
  readonly toDialect: Translator | undefined;
}

/**
 * Creates the dialect of a profile. Without a profile, the dialect changes nothing.
 *
 * @throws ProfileError when the profile does not match the operations
 * @example applyProfile(operations, parseProfile(yaml)).toContract('hotel.search', 'request', body)
 */
export function applyProfile(registry: Registry, profile?: Profile): Dialect {
  if (profile) assertUsable(registry, profile);
  const spoken = Object.values(registry).map(operation => ({
    id: operation.id,
    ...addressOf(operation, profile),
  }));
  const byId = new Map(spoken.map(operation => [operation.id, operation]));
  const bodies = profile ? compile(registry, profile) : new Map<string, Body>();
  const plain = ![...bodies.values()].some(({ toDialect }) => toDialect !== undefined);
  return {
    name: profile?.name ?? null,
    plain,
    operations: spoken,
    operation: id => byId.get(id) ?? throwUnknownId(registry, id),
    ...(plain
      ? identity
      : translations((id, direction) => bodies.get(bodyKey(id, direction)) ?? throwUnknownId(registry, id))),
  };
}

type Translations = Pick<Dialect, 'toContract' | 'toDialect' | 'fieldPath'>;

const identity: Translations = {
  toContract: (_id, _direction, json) => json,
  toDialect: (_id, _direction, json) => json,
  fieldPath: (_id, _direction, path) => path,
};

function translations(body: (id: string | null, direction: Direction) => Body): Translations {
  const translateBy = (by: Translator | undefined, json: unknown) => (by ? translate(by, json) : json);
  return {
    toContract: (id, direction, json) => translateBy(body(id, direction).toContract, json),
    toDialect: (id, direction, json) => translateBy(body(id, direction).toDialect, json),
    fieldPath: (id, direction, path) => dialectPath(body(id, direction).fields, path),
  };
}

function compile(registry: Registry, profile: Profile): Map<string, Body> {
  const bodies = new Map<string, Body>();
  const add = (id: string | null, direction: Direction, fields: Fields) => {
    const renamed = renamedFields(fields, profile, id === null ? undefined : { id, direction });
    bodies.set(bodyKey(id, direction), {
      fields: renamed,
      toContract: towardsContract(renamed),
      toDialect: towardsDialect(renamed),
    });
  };
  for (const { operation, direction, fields } of eachBody(registry)) add(operation.id, direction, fields);
  for (const direction of ['request', 'answer'] as const) add(null, direction, errorFields());
  return bodies;
}

const bodyKey = (id: string | null, direction: Direction): string => `${direction} ${id ?? ''}`;

function dialectPath(fields: RenamedFields, path: string): string {
  let inside: RenamedFields | undefined = fields;
  const steps = path.split('.').map(step => {
    const name = step.replace(/(?:\[\d+\])+$/, '');
    const field: RenamedField | undefined = inside?.get(name);
    inside = field?.inner;
    return (field?.to ?? name) + step.slice(name.length);
  });
  return steps.join('.');
}

function throwUnknownId(registry: Registry, id: string | null): never {
  const near = nearest(id ?? '', Object.keys(registry));
  throw new RangeError(`"${id}" is not an operation${near === undefined ? '' : `; did you mean "${near}"?`}`);
}
