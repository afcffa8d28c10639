import { nearest } from '../util/index.ts';
import { addressOf } from './check-addresses.ts';
import { type Direction, errorFields, type Fields, fieldsOf, type Registry } from './fields.ts';
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

/** An operation as it is addressed in a dialect. */
export interface SpokenOperation {
  readonly id: string;
  readonly method: string;
  /** Path; parameters in braces, with the names of the contract. */
  readonly path: string;
}

/** The contract as a client of some supplier writes it. An operation `null` stands for a call that met none (404). */
export interface Dialect {
  /** Name of the profile; null without one. */
  readonly name: string | null;
  /** No field is renamed: bodies need not be looked at. Paths and methods can differ all the same. */
  readonly plain: boolean;
  readonly operations: readonly SpokenOperation[];
  /** One operation as it is addressed here. Throws a RangeError for an id that does not exist. */
  operation(id: string): SpokenOperation;
  /** A body as the contract writes it. Names of the contract and unknown fields pass through. */
  toContract(id: string | null, direction: Direction, json: unknown): unknown;
  /** A body, or an error body, as the dialect writes it. */
  toDialect(id: string | null, direction: Direction, json: unknown): unknown;
  /** `Criteria.SearchRooms[0].NumAdults` as the client wrote it. */
  fieldPath(id: string | null, direction: Direction, path: string): string;
}

/** What is compiled for one body. */
interface Body {
  readonly fields: RenamedFields;
  readonly towardsContract: Translator | undefined;
  readonly towardsDialect: Translator | undefined;
}

/**
 * Compiles a profile for a set of operations. Without a profile every function gives back what it was given.
 *
 * @throws ProfileError when the profile does not fit the operations
 * @example applyProfile(operations, parseProfile(yaml)).toContract('hotel.search', 'request', body)
 */
export function applyProfile(registry: Registry, profile?: Profile): Dialect {
  if (profile === undefined) return { name: null, plain: true, ...addresses(registry), ...identity };
  assertUsable(registry, profile);
  const bodies = compile(registry, profile);
  const body = (id: string | null, direction: Direction): Body =>
    bodies.get(bodyKey(id, direction)) ?? unknownId(registry, id);
  const plain = ![...bodies.values()].some(({ towardsDialect: way }) => way !== undefined);
  return {
    name: profile.name,
    plain,
    ...addresses(registry, profile),
    ...(plain ? identity : translations(body)),
  };
}

type Translations = Pick<Dialect, 'toContract' | 'toDialect' | 'fieldPath'>;

const identity: Translations = {
  toContract: (_id, _direction, json) => json,
  toDialect: (_id, _direction, json) => json,
  fieldPath: (_id, _direction, path) => path,
};

function translations(body: (id: string | null, direction: Direction) => Body): Translations {
  const translateBy = (way: Translator | undefined, json: unknown) =>
    way === undefined ? json : translate(way, json);
  return {
    toContract: (id, direction, json) => translateBy(body(id, direction).towardsContract, json),
    toDialect: (id, direction, json) => translateBy(body(id, direction).towardsDialect, json),
    fieldPath: (id, direction, path) => spokenPath(body(id, direction).fields, path),
  };
}

function addresses(
  registry: Registry,
  profile: Profile = { name: '' },
): Pick<Dialect, 'operations' | 'operation'> {
  const spoken = Object.values(registry).map(operation => ({
    id: operation.id,
    ...addressOf(operation, profile),
  }));
  const byId = new Map(spoken.map(operation => [operation.id, operation]));
  return { operations: spoken, operation: id => byId.get(id) ?? unknownId(registry, id) };
}

function compile(registry: Registry, profile: Profile): Map<string, Body> {
  const bodies = new Map<string, Body>();
  for (const direction of ['request', 'answer'] satisfies Direction[]) {
    const add = (id: string | null, fields: Fields) => {
      const renamed = renamedFields(fields, profile, id === null ? undefined : { id, direction });
      const ways = { towardsContract: towardsContract(renamed), towardsDialect: towardsDialect(renamed) };
      bodies.set(bodyKey(id, direction), { fields: renamed, ...ways });
    };
    for (const operation of Object.values(registry)) add(operation.id, fieldsOf(operation, direction));
    add(null, errorFields());
  }
  return bodies;
}

const bodyKey = (id: string | null, direction: Direction): string => `${direction} ${id ?? ''}`;

function spokenPath(fields: RenamedFields, path: string): string {
  let inside: RenamedFields | undefined = fields;
  const steps = path.split('.').map(step => {
    const name = step.replace(/(?:\[\d+\])+$/, '');
    const field: RenamedField | undefined = inside?.get(name);
    inside = field?.inner;
    return (field?.to ?? name) + step.slice(name.length);
  });
  return steps.join('.');
}

function unknownId(registry: Registry, id: string | null): never {
  const right = nearest(id ?? '', Object.keys(registry));
  throw new RangeError(`"${id}" is no operation${right === undefined ? '' : `; did you mean "${right}"?`}`);
}
