/** Whether two names differ in capitals and separators only. */
export const sameSpelling = (name: string, other: string): boolean => plain(name) === plain(other);

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Words that say nothing about what a name is of. */
const fillers = new Set('is has can of num number count amount list text label value'.split(' '));
/** Words that many names share: a name can leave them out. */
const generic = new Set('id name date price type status'.split(' ').map(stem));
/** Usual abbreviations. Any other beginning of a word can be of another one: `Age` and `agency`. */
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
 * Returns how sure two names are of one field, from 0 to 1: every telling word of the first is in the second, and the second
 * has no other word.
 *
 * @example nameSimilarity('HotelId', 'hotelCode') // 1
 * @example nameSimilarity('Currency', 'currencyRate') // 0
 */
export function nameSimilarity(name: string, other: string): number {
  const [own, others] = [wordsOf(name), wordsOf(other)];
  const telling = own.filter(word => !generic.has(word));
  // Names of generic words only, such as "Id", must have them all.
  const needed = telling.length > 0 ? telling : own;
  const isSame = others.length > 0 && others.every(word => own.includes(word));
  return isSame && needed.every(word => others.includes(word)) ? others.length / own.length : 0;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '' && !fillers.has(word))
    .filter((word, index, words) => word !== 'session' || words[index + 1] !== 'token')
    .map(word => (word === 'code' ? 'id' : stem(abbreviations.get(word) ?? word)));

/** Returns a word without its plural, and with single letters for double ones. */
function stem(word: string): string {
  const singular = word.replace(/ies$/, 'y').replace(/(?<=x|ss|sh|ch)es$|(?<=[^s])s$/, '');
  return singular.replace(/(.)\1/g, '$1');
}
