import * as z from 'zod/mini';
import type { ClauseId } from './clauses/index.ts';
import type { ReasonKey } from './reasons.ts';

/** Where a fact of the contract comes from: the supplier's specification, or our reading where it is silent. */
export type Provenance =
  | { readonly kind: 'specified'; readonly clause: ClauseId }
  | { readonly kind: 'assumed'; readonly reason: ReasonKey };

/** The provenance of something the specification states in `clause`. */
export const bySpecification = (clause: ClauseId): Provenance => ({ kind: 'specified', clause });

/** The provenance of something we chose; `reason` is a key of the table in reasons.ts. */
export const byAssumption = (reason: ReasonKey): Provenance => ({ kind: 'assumed', reason });

/**
 * A provenance in a word or two, for a list of operations.
 *
 * @example provenanceText(bySpecification('ep.detail')) // 'specified ep.detail'
 */
export function provenanceText(provenance: Provenance): string {
  return provenance.kind === 'specified' ? `specified ${provenance.clause}` : 'assumed';
}

/**
 * Marks a field as given by the specification. Wrap it last, outside `.optional()`, which would drop the mark.
 *
 * @example specified('field.token', z.string())
 */
export function specified<S extends z.core.$ZodType>(clause: ClauseId, schema: S): S {
  return marked(schema, { 'x-provenance': bySpecification(clause) });
}

/**
 * Marks a field as our assumption, never to be shown as the supplier's word. Wrap it last.
 *
 * @example assumed('field', z.string().optional())
 */
export function assumed<S extends z.core.$ZodType>(reason: ReasonKey, schema: S): S {
  return marked(schema, { 'x-provenance': byAssumption(reason) });
}

/**
 * Names a schema as a component of the OpenAPI document.
 *
 * @example component('Money', z.looseObject({ … }))
 */
export function component<S extends z.core.$ZodType>(id: string, schema: S): S {
  return marked(schema, { id });
}

/**
 * Marks a field that the specification names without saying whether it may be left out: that it is required is ours.
 *
 * @example specified('res.contracting-party', requiredByAssumption(text))
 */
export function requiredByAssumption<S extends z.core.$ZodType>(schema: S): S {
  return annotated({ 'x-assumed-required': true }, schema);
}

/**
 * Adds JSON Schema keywords that zod cannot express (such as "one of these two fields") to what OpenAPI shows.
 *
 * @example annotated({ anyOf: [{ required: ['A'] }, { required: ['B'] }] }, schema)
 */
export function annotated<S extends z.core.$ZodType>(keywords: Record<string, unknown>, schema: S): S {
  return marked(schema, { ...z.globalRegistry.get(schema), ...keywords });
}

/** A copy of a schema with what documents say of it: the schema itself may stand elsewhere, too. */
function marked<S extends z.core.$ZodType>(schema: S, meta: z.core.GlobalMeta): S {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, meta);
  return copy;
}
