/** Whether two names are equal, or differ only in letter case and separators. */
export const sameSpelling = (name: string, other: string): boolean => plain(name) === plain(other);

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Words in field names that say nothing about the meaning of the field. */
const fillers = new Set('is has can of num number count amount list text label value'.split(' '));
/** Words that occur in many field names. Two names can be similar even if only one name contains such a word. */
const generic = new Set('id name date price type status'.split(' ').map(stem));
/** Common abbreviations. Other short forms are not accepted, because `Age`, for example, is not short for `agency`. */
const abbreviations = new Map(
  Object.entries({
    addr: 'address',
    cat: 'category',
    desc: 'description',
    dest: 'destination',
    info: 'information',
    lat: 'latitude',
    lon: 'longitude',
    ref: 'reference',
  }),
);

/**
 * Returns how likely two names mean the same field, from 0 to 1. The second name must contain every specific word of the first
 * name, and no other specific word.
 *
 * @example nameSimilarity('HotelId', 'hotelCode') // 1
 * @example nameSimilarity('Currency', 'currencyRate') // 0
 */
export function nameSimilarity(name: string, other: string): number {
  const [own, others] = [wordsOf(name), wordsOf(other)];
  const telling = own.filter(word => !generic.has(word));
  // If a name contains only generic words, such as "Id", the other name must contain all these words.
  const needed = telling.length > 0 ? telling : own;
  const isSame = others.length > 0 && others.every(word => own.includes(word));
  return isSame && needed.every(word => others.includes(word)) ? others.length / own.length : 0;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/check[^a-z0-9]*(in|out)/g, 'check$1')
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '' && !fillers.has(word))
    .filter((word, index, words) => word !== 'session' || words[index + 1] !== 'token')
    .map(word => (word === 'code' ? 'id' : stem(abbreviations.get(word) ?? word)));

/** Returns the singular of a word, with single letters instead of double letters. */
function stem(word: string): string {
  const singular = word.replace(/ies$/, 'y').replace(/(?<=x|ss|sh|ch)es$|(?<=[^s])s$/, '');
  return singular.replace(/(.)\1/g, '$1');
}
