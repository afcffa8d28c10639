import * as z from 'zod/mini';
import type { ClauseId } from './clauses/index.ts';
import type { AssumptionKey, ObservationKey } from './reasons.ts';

/**
 * The origin of an operation, a field or a number of the contract: a clause of the specification, an observation in
 * public clients or documentation, or an assumption.
 */
export type Provenance =
  | { readonly kind: 'specified'; readonly clause: ClauseId }
  | { readonly kind: 'observed'; readonly reason: ObservationKey }
  | { readonly kind: 'assumed'; readonly reason: AssumptionKey };

/** All kinds of provenance, the most certain kind first. Lists and documents show the kinds in this order. */
export const provenanceKinds = ['specified', 'observed', 'assumed'] as const satisfies Provenance['kind'][];

/** Returns the provenance of a part of the contract that the specification defines in `clause`. */
export const bySpecification = (clause: ClauseId): Provenance => ({ kind: 'specified', clause });

/**
 * Returns the provenance of a part of the contract that the specification does not define, but that public clients or
 * public documentation show. `reason` is a key of the table `observations` in reasons.ts.
 */
export const byObservation = (reason: ObservationKey): Provenance => ({ kind: 'observed', reason });

/** Returns the provenance of a part of the contract that is assumed. `reason` is a key of the table `assumptions`. */
export const byAssumption = (reason: AssumptionKey): Provenance => ({ kind: 'assumed', reason });

/**
 * Returns a provenance as a short text, for a list of operations.
 *
 * @example provenanceText(bySpecification('ep.detail')) // 'specified ep.detail'
 */
export function provenanceText(provenance: Provenance): string {
  return provenance.kind === 'specified' ? `specified ${provenance.clause}` : provenance.kind;
}

/**
 * Returns the id of the clause, or the key of the reason, that a provenance names.
 *
 * @example sourceOf(byAssumption('money')) // 'money'
 */
export function sourceOf(provenance: Provenance): ClauseId | ObservationKey | AssumptionKey {
  return provenance.kind === 'specified' ? provenance.clause : provenance.reason;
}

/**
 * Marks a field as a part of the specification. Call this function last, outside `.optional()`, because `.optional()`
 * would drop the mark.
 *
 * @example specified('field.token', z.string())
 */
export function specified<S extends z.core.$ZodType>(clause: ClauseId, schema: S): S {
  return marked(schema, { 'x-provenance': bySpecification(clause) });
}

/**
 * Marks a field that the specification does not define, but that public clients or public documentation show. Call this
 * function last, outside `.optional()`.
 *
 * @example observed('client-request', z.string().optional())
 */
export function observed<S extends z.core.$ZodType>(reason: ObservationKey, schema: S): S {
  return marked(schema, { 'x-provenance': byObservation(reason) });
}

/**
 * Marks a field as an assumption, so that the OpenAPI document does not present the field as a part of the
 * specification. Call this function last, outside `.optional()`.
 *
 * @example assumed('field', z.string().optional())
 */
export function assumed<S extends z.core.$ZodType>(reason: AssumptionKey, schema: S): S {
  return marked(schema, { 'x-provenance': byAssumption(reason) });
}

/**
 * Makes a schema a component of the OpenAPI document, with the name `id`.
 *
 * @example component('Money', z.looseObject({ … }))
 */
export function component<S extends z.core.$ZodType>(id: string, schema: S): S {
  return marked(schema, { id });
}

/**
 * Marks a field as required by an assumption. The specification names the field, but does not say whether the field is
 * required.
 *
 * @example specified('res.contracting-party', requiredByAssumption(text))
 */
export function requiredByAssumption<S extends z.core.$ZodType>(schema: S): S {
  return annotated({ 'x-assumed-required': true }, schema);
}

/**
 * Marks words of an enum as assumed. The specification, public clients or public documentation show the other words.
 *
 * @example assumedWords(['Shared'], z.enum(['Private', 'Shared']))
 */
export function assumedWords<S extends z.core.$ZodType>(words: readonly string[], schema: S): S {
  const description = `${words.join(' and ')} ${words.length === 1 ? 'is' : 'are'} assumed.`;
  return annotated({ description, 'x-assumed-values': words }, schema);
}

/**
 * Adds JSON Schema keywords to a schema in the OpenAPI document. Zod cannot express these keywords, for example "one of
 * two fields".
 *
 * @example annotated({ anyOf: [{ required: ['A'] }, { required: ['B'] }] }, schema)
 */
export function annotated<S extends z.core.$ZodType>(keywords: Record<string, unknown>, schema: S): S {
  return marked(schema, { ...z.globalRegistry.get(schema), ...keywords });
}

/**
 * Returns a copy of a schema with metadata. The original stays unchanged, because it can be a part of other schemas. The
 * copy also has the metadata of the original, except its id.
 */
export function marked<S extends z.core.$ZodType>(schema: S, meta: z.core.GlobalMeta): S {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, meta);
  return copy;
}
