import { clauses } from '../clauses/index.ts';
import type { Provenance } from '../provenance.ts';
import { reasons } from '../reasons.ts';
import { isObject, type JsonObject } from '../util/index.ts';

/** A provenance with the text of its clause or reason. */
export type ShownProvenance = Provenance & { readonly statement: string };

/**
 * Adds to a provenance the text of its clause or reason, so that a reader of the document needs no second table.
 *
 * @example showProvenance(bySpecification('limit.token')).statement // what the clause says
 */
export function showProvenance(provenance: Provenance): ShownProvenance {
  const statement =
    provenance.kind === 'specified' ? clauses[provenance.clause].statement : reasons[provenance.reason];
  return { ...provenance, statement };
}

/**
 * Writes a provenance as a sentence, for descriptions.
 *
 * @example provenanceInWords(byAssumption('answer')) // 'assumed, not the supplier\'s word. …'
 */
export function provenanceInWords(provenance: Provenance): string {
  const { statement } = showProvenance(provenance);
  if (provenance.kind === 'specified') return `specified (\`${provenance.clause}\`). ${statement}`;
  return `assumed, not the supplier's word. ${statement}`;
}

/**
 * Writes a provenance in short: the clause, or "assumed" and the key of the reason.
 *
 * @example originOf(byAssumption('money')) // 'assumed money'
 */
export function originOf(provenance: Provenance): string {
  return provenance.kind === 'specified' ? provenance.clause : `assumed ${provenance.reason}`;
}

/** Returns the text of each clause and reason in some provenances, under its name by `originOf`; clauses first. */
export function statementsOf(provenances: readonly Provenance[]): Record<string, string> {
  const sorted = [...provenances].sort((a, b) => (a.kind < b.kind ? 1 : a.kind > b.kind ? -1 : 0));
  return Object.fromEntries(sorted.map(entry => [originOf(entry), showProvenance(entry).statement]));
}

/**
 * Copies the result of zod-openapi, with the text of each provenance, and without the keywords that come from zod and do
 * not describe the wire.
 */
export const tidy = (value: unknown): unknown => tidied(value, showProvenance);

/** Does the same for a schema, but leaves its provenances unchanged. */
export const tidySchema = (value: unknown): unknown => tidied(value, provenance => provenance);

type Show = (provenance: Provenance) => Provenance;

function tidied(value: unknown, show: Show): unknown {
  if (Array.isArray(value)) return value.map(entry => tidied(entry, show));
  if (!isObject(value)) return value;
  const { 'x-provenance': provenance, ...rest } = value;
  const kept = Object.entries(rest).filter(([key, member]) => !isNoise(key, member, value));
  return {
    ...Object.fromEntries(kept.map(([key, member]) => [key, tidied(member, show)])),
    ...(provenance ? { 'x-provenance': show(provenance as Provenance) } : {}), // only this project writes the key
  };
}

function isNoise(key: string, member: unknown, holder: JsonObject): boolean {
  if (key === '$ref' || key === 'description') return false;
  // A marked use of a component repeats some keywords of the component beside the reference.
  if (typeof holder.$ref === 'string') return true;
  // Neither side is closed: an unknown field of a request draws a warning, and an answer may grow.
  if (key === 'additionalProperties')
    return member === false || (isObject(member) && Object.keys(member).length === 0);
  // What every JSON integer has, and what format "date" already says.
  if (key === 'minimum') return member === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return member === Number.MAX_SAFE_INTEGER;
  return key === 'pattern' && holder.format === 'date';
}
