import { isObject } from '#contracts';

/** Takes secrets out of what is to be told. */
export interface Hider {
  /** A text without them. */
  text(text: string): string;
  /** A value whose texts are without them and cut where they are long, but for words that only the program chooses. */
  value<T>(value: T): T;
}

/** Longer than whatever is worth reading; cut only behind the secrets, of which half might be left. */
const longest = 300;
/** What is shorter stands in every text. */
const shortest = 4;
/** These hold words of ours: a secret that is one of them must not spoil what reads them. */
const ours = new Set([
  'format',
  'state',
  'weight',
  'provenance',
  'source',
  'result',
  'operation',
  'id',
  'kind',
]);

/**
 * Makes a hider for secrets, as they stand, as JSON writes them and as addresses do.
 *
 * @example createHider(['my-password']).text('HTTP 401: my-password is wrong') // 'HTTP 401: *** is wrong'
 */
export function createHider(secrets: readonly (string | undefined)[]): Hider {
  const known = secrets.filter(secret => secret !== undefined && secret.length >= shortest);
  const forms = known.flatMap(secret => [
    secret ?? '',
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret ?? ''),
  ]);
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  const text = (told: string) => longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '***'), told);
  function hide(value: unknown): unknown {
    if (typeof value === 'string') return cut(text(value));
    if (Array.isArray(value)) return value.map(hide);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [
        name,
        ours.has(name) && typeof entry === 'string' ? entry : hide(entry),
      ]),
    );
  }
  const cut = (told: string) => (told.length > longest ? `${told.slice(0, longest)}…` : told);
  return { text, value: <T>(value: T) => hide(value) as T }; // the same form, with other texts
}
