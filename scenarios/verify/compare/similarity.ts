/** Whether two names are equal, or differ only in letter case and separators. */
export const sameSpelling = (name: string, other: string): boolean => plain(name) === plain(other);

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Words in names that say nothing about the meaning of a field. */
const fillers = new Set('is has can of num number count amount list text label value'.split(' '));
/** Words that occur in many names. If only one of two names has such a word, the names mean different fields. */
const generic = new Set('id name date price type status'.split(' ').map(stem));

/**
 * Returns how likely two names mean the same field, from 0 to 1. The second name must contain every specific word of the first
 * name. It must not contain an additional generic word.
 *
 * @example nameSimilarity('HotelId', 'hotelCode') // 1
 * @example nameSimilarity('NumAdults', 'NumChildren') // 0
 */
export function nameSimilarity(name: string, other: string): number {
  const [own, others] = [wordsOf(name), wordsOf(other)];
  const shared = own.filter(word => others.some(one => isSameWord(word, one)));
  const size = own.length + others.length - shared.length;
  if (shared.length > 0 && shared.length === size) return 1;
  const specific = own.filter(word => !generic.has(word));
  const isAll = specific.length > 0 && specific.every(word => shared.includes(word));
  const isOther = others.some(word => generic.has(word) && !own.includes(word));
  return isAll && !isOther ? shared.length / size : 0;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '' && !fillers.has(word))
    .map(word => (word === 'code' ? 'id' : stem(word)));

/** Returns a word in singular, with double letters reduced to single ones. */
function stem(word: string): string {
  const singular = word.replace(/ies$/, 'y').replace(/(?<=x|ss|sh|ch)es$|(?<=[^s])s$/, '');
  return singular.replace(/(.)\1/g, '$1');
}

/** Whether two words are equal, or one is a prefix of the other: `lat`, `latitude`. */
const isSameWord = (a: string, b: string): boolean => a === b || abbreviates(a, b) || abbreviates(b, a);

const abbreviates = (short: string, long: string): boolean =>
  short.length >= 3 && long.length >= short.length + 2 && long.startsWith(short);
