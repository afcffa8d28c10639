import * as z from 'zod/mini';
import type { ClauseId } from './clauses/index.ts';
import type { ReasonKey } from './reasons.ts';

/** The origin of an operation, a field or a number of the contract: a clause of the specification, or an assumption. */
export type Provenance =
  | { readonly kind: 'specified'; readonly clause: ClauseId }
  | { readonly kind: 'assumed'; readonly reason: ReasonKey };

/** Returns the provenance of a part of the contract that the specification defines in `clause`. */
export const bySpecification = (clause: ClauseId): Provenance => ({ kind: 'specified', clause });

/** Returns the provenance of a part of the contract that is assumed. `reason` is a key of the table in reasons.ts. */
export const byAssumption = (reason: ReasonKey): Provenance => ({ kind: 'assumed', reason });

/**
 * Returns a provenance as a short text, for a list of operations.
 *
 * @example provenanceText(bySpecification('ep.detail')) // 'specified ep.detail'
 */
export function provenanceText(provenance: Provenance): string {
  return provenance.kind === 'specified' ? `specified ${provenance.clause}` : 'assumed';
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
 * Marks a field as an assumption, so that the OpenAPI document does not present the field as a part of the
 * specification. Call this function last, outside `.optional()`.
 *
 * @example assumed('field', z.string().optional())
 */
export function assumed<S extends z.core.$ZodType>(reason: ReasonKey, schema: S): S {
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
 * Adds JSON Schema keywords to a schema in the OpenAPI document. Zod cannot express these keywords, for example "one of
 * two fields".
 *
 * @example annotated({ anyOf: [{ required: ['A'] }, { required: ['B'] }] }, schema)
 */
export function annotated<S extends z.core.$ZodType>(keywords: Record<string, unknown>, schema: S): S {
  return marked(schema, { ...z.globalRegistry.get(schema), ...keywords });
}

/** Returns a copy of a schema with metadata. The original stays unchanged, because it can be a part of other schemas. */
function marked<S extends z.core.$ZodType>(schema: S, meta: z.core.GlobalMeta): S {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, meta);
  return copy;
}
