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

/** Returns the amenities that letters of the table stand for. */
export const amenitiesOf = (letters: string): string[] =>
  [...letters].flatMap(letter => hotelAmenities[letter.charCodeAt(0) - 97] ?? []);
