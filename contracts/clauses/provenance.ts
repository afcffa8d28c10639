import * as z from 'zod/mini';
import { once } from '../util/index.ts';
import type { ClauseId } from './clauses.ts';
import type { AssumptionKey, ObservationKey } from './reasons.ts';

/**
 * The origin of an operation, a field or a number of the contract: a clause of the specification, an observation in
 * public clients or documentation, or an assumption.
 */
export type Provenance =
  | { readonly kind: 'specified'; readonly clause: ClauseId }
  | { readonly kind: 'observed'; readonly reason: ObservationKey }
  | { readonly kind: 'assumed'; readonly reason: AssumptionKey };

/** The most certain kind first, as in lists and documents. */
export const provenanceKinds = ['specified', 'observed', 'assumed'] as const satisfies Provenance['kind'][];

export const bySpecification = (clause: ClauseId): Provenance => ({ kind: 'specified', clause });

export const byObservation = (reason: ObservationKey): Provenance => ({ kind: 'observed', reason });

export const byAssumption = (reason: AssumptionKey): Provenance => ({ kind: 'assumed', reason });

export function provenanceText(provenance: Provenance): string {
  return provenance.kind === 'specified' ? `specified ${provenance.clause}` : provenance.kind;
}

export function sourceOf(provenance: Provenance): ClauseId | ObservationKey | AssumptionKey {
  return provenance.kind === 'specified' ? provenance.clause : provenance.reason;
}

/** Marks a field as specified. Call this function last, outside `.optional()`, which would drop the mark. */
export function specified<S extends z.core.$ZodType>(clause: ClauseId, schema: S): S {
  return marked(schema, { 'x-provenance': bySpecification(clause) });
}

/** For a field that public clients or documentation show, but the specification does not define. Call it last, like `specified`. */
export function observed<S extends z.core.$ZodType>(reason: ObservationKey, schema: S): S {
  return marked(schema, { 'x-provenance': byObservation(reason) });
}

/** For an assumption. Call it last, like `specified`. */
export function assumed<S extends z.core.$ZodType>(reason: AssumptionKey, schema: S): S {
  return marked(schema, { 'x-provenance': byAssumption(reason) });
}

/** @example component('StatusLabel', z.enum(labels)) */
export function component<S extends z.core.$ZodType>(id: string, schema: S): S {
  return marked(schema, { id });
}

/** @example strictComponent('Pax', () => ({ Name: text })) */
export const strictComponent = <Shape extends z.core.$ZodLooseShape>(id: string, shape: () => Shape) =>
  once(() => component(id, z.strictObject(shape())));

export const looseComponent = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  component(id, z.looseObject(shape));

export const lateComponent = <Shape extends z.core.$ZodLooseShape>(id: string, shape: () => Shape) =>
  once(() => looseComponent(id, shape()));

/** The specification names the field, but does not say whether it is required. */
export function requiredByAssumption<S extends z.core.$ZodType>(schema: S): S {
  return annotated({ 'x-assumed-required': true }, schema);
}

/** The specification or public clients show the other words. */
export function assumedWords<S extends z.core.$ZodType>(words: readonly string[], schema: S): S {
  const description = `${words.join(' and ')} ${words.length === 1 ? 'is' : 'are'} assumed.`;
  return annotated({ description, 'x-assumed-values': words }, schema);
}

/** Adds JSON Schema keywords that zod cannot express. */
export function annotated<S extends z.core.$ZodType>(keywords: Record<string, unknown>, schema: S): S {
  return marked(schema, { ...z.globalRegistry.get(schema), ...keywords });
}

/** A copy, because the original can be a part of other schemas. It has the metadata of the original, except its id. */
export function marked<S extends z.core.$ZodType>(schema: S, meta: z.core.GlobalMeta): S {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, meta);
  return copy;
}
