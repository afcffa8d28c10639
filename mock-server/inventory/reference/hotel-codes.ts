// What the columns of the hotel table stand for. Positions are written into the table: append, never reorder.

export { suppliers } from '#contracts/suppliers';

/** What a hotel can have; the table refers to each by a letter, from "a". */
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

/** Writes a choice of amenities as letters. */
export const lettersOf = (chosen: readonly string[]): string =>
  hotelAmenities
    .map((name, index) => (chosen.includes(name) ? String.fromCharCode(97 + index) : ''))
    .join('');

/** Reads letters back; a letter without a meaning is left out. */
export const amenitiesOf = (letters: string): string[] =>
  [...letters].flatMap(letter => hotelAmenities[letter.charCodeAt(0) - 97] ?? []);
