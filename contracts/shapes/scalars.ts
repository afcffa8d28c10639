import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { annotated } from '../provenance.ts';

// The officially assigned codes of ISO 3166-1 alpha-2, two letters each.
const assigned =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZ' +
  'DEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJP' +
  'KEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOM' +
  'PAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZ' +
  'UAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW';

const codes = new Set(assigned.match(/../g));

/**
 * Returns whether a text is an assigned ISO 3166-1 alpha-2 country code, in capitals (field.country).
 *
 * @example isCountryCode('BR') // true; isCountryCode('XX') // false
 */
export function isCountryCode(code: string): boolean {
  return codes.has(code);
}

/** A calendar date `YYYY-MM-DD`, local to the destination, without a time zone (date.local, date.policies). */
export const isoDate = z.iso.date({
  error: 'expected an existing date as YYYY-MM-DD, without time or zone',
});

/** A time of day `HH:MM`, always in UTC (date.hours). */
export const utcTime = annotated(
  { description: 'HH:MM, always UTC' },
  z.string().check(
    z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, {
      error: 'expected a time of day as HH:MM (00:00 to 23:59), in UTC',
    }),
  ),
);

/** A time stamp `YYYY-MM-DD HH:MM:SS`, always in UTC (date.timespan). */
export const timeStamp = annotated(
  { description: 'YYYY-MM-DD HH:MM:SS, always UTC' },
  z.string().check(
    z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, {
      error: 'expected a UTC time stamp as YYYY-MM-DD HH:MM:SS',
    }),
  ),
);

/** A date `YYYY-MM-DD`, or a time stamp `YYYY-MM-DD HH:MM:SS` in UTC. A date as an end means the end of this day. */
export const dateOrTimeStamp = annotated(
  { description: 'YYYY-MM-DD or YYYY-MM-DD HH:MM:SS, always UTC' },
  z.string().check(
    z.refine(value => isoDate.safeParse(value).success || timeStamp.safeParse(value).success, {
      error: 'expected an existing date as YYYY-MM-DD, or a UTC time stamp as YYYY-MM-DD HH:MM:SS',
    }),
  ),
);

/** An existing ISO 3166-1 alpha-2 country code, in capitals (field.country). */
export const countryCode = annotated(
  { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 country code, in capitals' },
  z.string().check(
    z.refine(isCountryCode, {
      error: 'expected an existing ISO 3166-1 alpha-2 country code in capitals, for example "BR"',
    }),
  ),
);

/** Returns a check that a list has at least one entry. A message uses `what` as the name of an entry, such as `room`. */
export const atLeastOne = (what: string) => z.minLength(1, { error: `expected 1 ${what} or more` });

/**
 * Returns a check of the maximum length of a list or text. A message uses `what` as the unit, such as `rooms` or
 * `characters`.
 */
export const atMost = (max: number, what: string) =>
  z.maxLength(max, { error: `expected at most ${max} ${what}` });

/** The schema of a text that is not empty. */
export const text = z.string().check(z.minLength(1, { error: 'expected text that is not empty' }));

/** The schema of a short text, such as the name of a language. */
export const word = z.string().check(atMost(limits.word.value, 'characters'));

/** An amount in the major unit of its currency, with at most two decimals. */
export const amount = z.number();

/** An ISO 4217 currency code. */
export const currencyCode = annotated(
  { description: 'ISO 4217 currency code, in capitals' },
  z
    .string()
    .check(
      z.regex(/^[A-Z]{3}$/, { error: 'expected an ISO 4217 currency code in capitals, for example "BRL"' }),
    ),
);

/** Returns the schema of a whole number between two bounds. A message uses `what` as the unit, such as `nights`. */
export const count = (min: number, max: number, what: string) =>
  z
    .int({ error: `expected a whole number of ${what}` })
    .check(
      z.minimum(min, { error: `expected ${min} or more ${what}` }),
      z.maximum(max, { error: `expected at most ${max} ${what}` }),
    );
