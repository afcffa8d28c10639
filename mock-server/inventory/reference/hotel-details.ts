import type { Category, RoomType } from './schemas.ts';

/** In the hotel table, "a" is the first, "b" the second. So add new amenities at the end. */
export const hotelAmenities = [
  'Free Wi-Fi',
  '24-hour reception',
  'Air conditioning',
  'Luggage storage',
  'Lift',
  'Laundry service',
  'Bar',
  'Restaurant',
  'Parking',
  'Gym',
  'Outdoor pool',
  'Meeting rooms',
  'Spa',
  'Airport shuttle',
] as const;

export const amenitiesOf = (letters: string): string[] =>
  [...letters].flatMap(letter => hotelAmenities[letter.charCodeAt(0) - 97] ?? []);

const boards = ['Room only', 'Breakfast included', 'Half board', 'All inclusive'] as const;

const plain = ['Free Wi-Fi', 'Private bathroom'];
const comfortable = [...plain, 'Air conditioning', 'Safe', 'Television'];
const splendid = [...comfortable, 'Minibar', 'Bathrobes', 'Coffee machine'];

// The names and amenities of rooms by number of stars, the simplest room first.
const roomsByCategory: Readonly<Record<Category, readonly (readonly [string, readonly string[]])[]>> = {
  '1': [
    ['Compact Double', plain],
    ['Twin', plain],
    ['Triple', plain],
  ],
  '2': [
    ['Standard Double', plain],
    ['Standard Twin', plain],
    ['Family Room', plain],
  ],
  '3': [
    ['Standard Double', comfortable],
    ['Standard Twin', comfortable],
    ['Superior Double', comfortable],
    ['Family Room', comfortable],
  ],
  '4': [
    ['Superior Double', comfortable],
    ['Superior Twin', comfortable],
    ['Deluxe Double', splendid],
    ['Junior Suite', splendid],
  ],
  '5': [
    ['Deluxe Double', splendid],
    ['Deluxe Twin', splendid],
    ['Junior Suite', splendid],
    ['Two-Bedroom Suite', [...splendid, 'Separate living room']],
  ],
};

/** The host is reserved for examples. */
export const photosOf = (path: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `https://images.example/hotels/${path}/${index + 1}.jpg`);

/** The meals depend on the id, so that the hotels of a city differ. */
export function roomTypesOf(hotelId: number, category: Category): RoomType[] {
  return roomsByCategory[category].map(([name, amenities], index) => ({
    name,
    boardDescription: boards[(hotelId + index) % boards.length] ?? boards[0],
    photos: photosOf(`${hotelId}/rooms/${index + 1}`, 2),
    amenities,
  }));
}
