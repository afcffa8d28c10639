/** Words that stand in the names of many things. */
const common = new Set([
  'id',
  'name',
  'date',
  'number',
  'price',
  'code',
  'type',
  'status',
  'is',
  'has',
  'can',
  'of',
  'count',
  'amount',
  'list',
  'text',
  'label',
  'value',
]);

/** Common words that change nothing about what a name is of. */
const empty = new Set([
  'is',
  'has',
  'can',
  'of',
  'count',
  'list',
  'text',
  'label',
  'value',
  'amount',
  'number',
]);

/** How words are written for short. */
const whole: ReadonlyMap<string, string> = new Map(
  Object.entries({
    num: 'number',
    nr: 'number',
    no: 'number',
    qty: 'quantity',
    lat: 'latitude',
    lon: 'longitude',
    lng: 'longitude',
    long: 'longitude',
    desc: 'description',
    addr: 'address',
    curr: 'currency',
    ccy: 'currency',
    info: 'information',
    dest: 'destination',
    ref: 'reference',
    amt: 'amount',
    svc: 'service',
    img: 'image',
    tel: 'telephone',
    phone: 'telephone',
    // An identifier by either word.
    code: 'id',
  }).map(([short, long]) => [short, stem(long)]),
);

/**
 * Whether two names are sure to be of one thing, from 0, not sure, to 1, the same words: all words that tell something of the first
 * stand in the second too, and no word there says that it is another thing of it.
 *
 * @example likeness('NumAdults', 'NumChildren') // 0
 * @example likeness('HotelId', 'hotelCode') // 1
 */
export function likeness(name: string, other: string): number {
  const [own, theirs] = [wordsOf(name), wordsOf(other)];
  const shared = own.filter(word => theirs.includes(word));
  const size = new Set([...own, ...theirs]).size;
  if (own.length > 0 && shared.length === size) return 1;
  const telling = own.filter(word => !common.has(word));
  const isAll = telling.length > 0 && telling.every(word => theirs.includes(word));
  const isElse = theirs.some(word => common.has(word) && !empty.has(word) && !own.includes(word));
  return isAll && !isElse ? shared.length / size : 0;
}

/** The words of a name in small letters, each in its whole form and without its plural. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
    .map(word => whole.get(word) ?? whole.get(stem(word)) ?? stem(word));

/** A word without what is spelled in several ways: its plural, and letters that are doubled. */
function stem(word: string): string {
  const single = word
    .replace(/ies$/, 'y')
    .replace(/(x|ss|sh|ch)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  return (common.has(word) ? word : single).replace(/(.)\1/g, '$1');
}
