import type { Provenance } from '../provenance.ts';
import { isObject, type JsonObject } from '../util/index.ts';
import { showProvenance } from './provenance.ts';

/**
 * Makes what zod-openapi gives readable and true to the wire: provenances get their text, and what zod says but the
 * supplier does not is left out. Builds new objects; never changes what it was given.
 */
export const tidy = (value: unknown): unknown => tidied(value, showProvenance);

/** The same for a schema whose provenances stay as short as they are. */
export const tidySchema = (value: unknown): unknown => tidied(value, provenance => provenance);

type Show = (provenance: Provenance) => Provenance;

function tidied(value: unknown, show: Show): unknown {
  if (Array.isArray(value)) return value.map(entry => tidied(entry, show));
  if (!isObject(value)) return value;
  const { 'x-provenance': provenance, ...rest } = value;
  const kept = Object.entries(rest).filter(([key, member]) => !isNoise(key, member, value));
  const tidy = Object.fromEntries(kept.map(([key, member]) => [key, tidied(member, show)]));
  if (!provenance) return tidy;
  // Nothing but provenance.ts and this generator writes the key.
  return { ...tidy, 'x-provenance': show(provenance as Provenance) };
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
