import * as z from 'zod/mini';
import { annotated, limits } from '../../clauses/index.ts';

// ISO 3166-1 alpha-2.
const assigned =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZ' +
  'DEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJP' +
  'KEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOM' +
  'PAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZ' +
  'UAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW';

const codes = new Set(assigned.match(/../g));

export function isCountryCode(code: string): boolean {
  return codes.has(code);
}

/** Local to the destination (date.local, date.policies). */
export const isoDate = z.iso.date({
  error: 'expected an existing date as YYYY-MM-DD, without time or zone',
});

export const textOfForm = (form: RegExp, description: string, error: string) =>
  annotated({ description }, z.string().check(z.regex(form, { error })));

/** Always in UTC (date.hours). */
export const utcTime = textOfForm(
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  'HH:MM, always UTC',
  'expected a time of day as HH:MM (00:00 to 23:59), in UTC',
);

/** Always in UTC (date.timespan). */
export const timeStamp = textOfForm(
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  'YYYY-MM-DD HH:MM:SS, always UTC',
  'expected a UTC time stamp as YYYY-MM-DD HH:MM:SS',
);

/** A date as an end means the end of this day. */
export const dateOrTimeStamp = annotated(
  { description: 'YYYY-MM-DD or YYYY-MM-DD HH:MM:SS, always UTC' },
  z.string().check(
    z.refine(value => isoDate.safeParse(value).success || timeStamp.safeParse(value).success, {
      error: 'expected an existing date as YYYY-MM-DD, or a UTC time stamp as YYYY-MM-DD HH:MM:SS',
    }),
  ),
);

export const countryCode = annotated(
  { pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 country code, in capitals' },
  z.string().check(
    z.refine(isCountryCode, {
      error: 'expected an existing ISO 3166-1 alpha-2 country code in capitals, for example "BR"',
    }),
  ),
);

/** `what` names an entry in the message, such as `room`. */
export const atLeastOne = (what: string) => z.minLength(1, { error: `expected 1 ${what} or more` });

/** `what` is the unit in the message, such as `rooms`. */
export const atMost = (max: number, what: string) =>
  z.maxLength(max, { error: `expected at most ${max} ${what}` });

export const text = z.string().check(z.minLength(1, { error: 'expected text that is not empty' }));

/** Such as the name of a language. */
export const word = z.string().check(atMost(limits.word.value, 'characters'));

/** In the major unit of its currency, with at most two decimals. */
export const amount = z.number();

export const currencyCode = textOfForm(
  /^[A-Z]{3}$/,
  'ISO 4217 currency code, in capitals',
  'expected an ISO 4217 currency code in capitals, for example "BRL"',
);

/** `what` is the unit in the message, such as `nights`. */
export const count = (min: number, max: number, what: string) =>
  z
    .int({ error: `expected a whole number of ${what}` })
    .check(
      z.minimum(min, { error: `expected ${min} or more ${what}` }),
      z.maximum(max, { error: `expected at most ${max} ${what}` }),
    );
