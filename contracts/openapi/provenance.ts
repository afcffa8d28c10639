import {
  assumptions,
  clauses,
  observations,
  type Provenance,
  provenanceKinds,
  sourceOf,
} from '../clauses/index.ts';
import { alsoNamedKey, alsoValuesKey } from '../operations/index.ts';
import { isObject, type JsonObject } from '../util/index.ts';

export type ShownProvenance = Provenance & { readonly statement: string };

/** @example showProvenance(bySpecification('limit.token')).statement // the text of the clause */
export function showProvenance(provenance: Provenance): ShownProvenance {
  return { ...provenance, statement: statementOf(provenance) };
}

function statementOf(provenance: Provenance): string {
  if (provenance.kind === 'specified') return clauses[provenance.clause].statement;
  return provenance.kind === 'observed' ? observations[provenance.reason] : assumptions[provenance.reason];
}

export function provenanceInWords(provenance: Provenance): string {
  const statement = statementOf(provenance);
  if (provenance.kind === 'specified') return `specified (\`${provenance.clause}\`). ${statement}`;
  if (provenance.kind === 'observed') return `observed in public clients or documentation. ${statement}`;
  return `assumed by this project. ${statement}`;
}

export function originOf(provenance: Provenance): string {
  const source = sourceOf(provenance);
  return provenance.kind === 'specified' ? source : `${provenance.kind} ${source}`;
}

/** In the order of `provenanceKinds`. The keys come from `originOf`. */
export function statementsOf(provenances: readonly Provenance[]): Record<string, string> {
  const sorted = provenanceKinds.flatMap(kind => provenances.filter(entry => entry.kind === kind));
  return Object.fromEntries(sorted.map(entry => [originOf(entry), statementOf(entry)]));
}

/** Adds the text of each provenance, and leaves out keywords that give no information about the API. */
export const tidy = (value: unknown): unknown => tidied(value, showProvenance);

/** Like `tidy`, but the provenances stay unchanged. */
export const tidySchema = (value: unknown): unknown => tidied(value, provenance => provenance);

function tidied(value: unknown, show: (provenance: Provenance) => Provenance): unknown {
  if (Array.isArray(value)) return value.map(entry => tidied(entry, show));
  if (!isObject(value)) return value;
  const { 'x-provenance': provenance, ...rest } = withNullType(value);
  const kept = Object.entries(rest).filter(([key, member]) => !isNoise(key, member, value));
  return {
    ...Object.fromEntries(kept.map(([key, member]) => [key, tidied(member, show)])),
    ...(provenance ? { 'x-provenance': show(provenance as Provenance) } : {}), // only this project writes `x-provenance`
  };
}

/** Writes "a type or null" as a list of types. */
function withNullType(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  const [given, none] = Array.isArray(anyOf) && anyOf.length === 2 ? anyOf : [];
  if (!isObject(given) || typeof given.type !== 'string' || !isObject(none) || none.type !== 'null')
    return schema;
  return { ...given, ...rest, type: [given.type, 'null'] };
}

function isNoise(key: string, member: unknown, holder: JsonObject): boolean {
  if (key === '$ref' || key === 'description' || key === alsoNamedKey || key === alsoValuesKey) return false;
  // An entry with a reference repeats some keywords of the schema to which the reference refers.
  if (typeof holder.$ref === 'string') return true;
  // Requests and answers accept unknown fields. In a request, an unknown field causes a warning. In an answer, an unknown field may be new.
  if (key === 'additionalProperties')
    return member === false || (isObject(member) && Object.keys(member).length === 0);
  // Every JSON integer is within the two bounds below, and the pattern of a date repeats the format "date".
  if (key === 'minimum') return member === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return member === Number.MAX_SAFE_INTEGER;
  return key === 'pattern' && holder.format === 'date';
}
