// Generates the table of hotels with faker, when reference-data.test.ts checks or updates it. Servers never do: the hotels of
// users must stay the same when faker's word lists change, and users do not have to install faker.
import { faker as english } from '@faker-js/faker/locale/en';
import { faker as portuguese } from '@faker-js/faker/locale/pt_BR';
import { suppliers } from '#contracts/suppliers';
import { hotelAmenities } from '#mock-server/inventory/reference/find';
import { destinations } from '#mock-server/inventory/reference/places';
import type { Category, Destination } from '#mock-server/inventory/reference/schemas';
import { soundsLikeChain, type Voice, voiceOf } from './hotel-words.ts';

type Faker = typeof english;

/** The stars of the hotels of a city, so that every city has the same distribution. */
const stars: readonly Category[] = [...'12233333344444445555'].map(star => star as Category); // the literal holds 1-5 only

const priceLevels: Readonly<Record<Category, { min: number; max: number }>> = {
  '1': { min: 3, max: 4 },
  '2': { min: 3, max: 5 },
  '3': { min: 4, max: 7 },
  '4': { min: 6, max: 9 },
  '5': { min: 9, max: 12 },
};

/** Returns the text of hotel-table.json. Every call generates the same text. */
export function drawHotelTable(): string {
  const cities = Object.fromEntries(destinations.map(city => [city.id, drawCity(city)]));
  return `${JSON.stringify(cities, null, 2)}\n`;
}

function drawCity(city: Destination): string[] {
  const voice = voiceOf(city.countryCode);
  const faker = voice.numberFirst ? english : portuguese;
  faker.seed(Number(city.id));
  const names = new Set<string>();
  return faker.helpers.shuffle(stars).map(category => {
    const district = faker.helpers.arrayElement(city.districts);
    const name = drawName(faker, voice, { district, taken: names });
    const amenities = faker.helpers.arrayElements(hotelAmenities, 3 + Number(category));
    return [
      name,
      drawAddress(faker, voice, { district, city: city.name }),
      category,
      nearby(faker, city.latitude),
      nearby(faker, city.longitude),
      faker.number.int({ max: suppliers.length - 1 }),
      lettersOf(amenities),
      faker.number.int(priceLevels[category]),
    ].join('|');
  });
}

function drawName(faker: Faker, voice: Voice, context: { district: string; taken: Set<string> }): string {
  const { district, taken } = context;
  for (;;) {
    const pattern = faker.datatype.boolean()
      ? `${faker.helpers.arrayElement(voice.kinds)} ${faker.helpers.arrayElement(voice.endings)}`
      : faker.helpers.arrayElement(voice.patterns);
    const name = filled(pattern, { faker, voice, district });
    if (taken.has(name) || soundsLikeChain(name)) continue;
    taken.add(name);
    return name;
  }
}

function drawAddress(
  faker: Faker,
  voice: Voice,
  place: { district: string; city: Destination['name'] },
): string {
  const street = filled(faker.helpers.arrayElement(voice.streets), {
    faker,
    voice,
    district: place.district,
  });
  const number = faker.number.int({ min: 2, max: 980 });
  const line = voice.numberFirst ? `${number} ${street}` : `${street}, ${number}`;
  return `${line}, ${place.district}, ${place.city[voice.language]}`;
}

function filled(pattern: string, words: { faker: Faker; voice: Voice; district: string }): string {
  const { faker, voice, district } = words;
  const surname = () =>
    voice.surnames ? faker.helpers.arrayElement(voice.surnames) : faker.person.lastName();
  return pattern.replace('#', district).replaceAll('@', surname);
}

/** Returns an offset of at most about one kilometre, so that a hotel by the sea is not in the water. */
function nearby(faker: Faker, degrees: number): string {
  return (degrees + faker.number.float({ min: -0.009, max: 0.009, fractionDigits: 5 })).toFixed(5);
}

const lettersOf = (chosen: readonly string[]): string =>
  hotelAmenities
    .map((name, index) => (chosen.includes(name) ? String.fromCharCode(97 + index) : ''))
    .join('');
