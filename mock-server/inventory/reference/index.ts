// Reference data of the stand-in: destinations, their airports and hotels, the same in every sandbox. What is here is
// synchronous and found by key, and loads neither @msw/data nor zod.

export { findHotel, hotelsOf, suppliers } from './hotels.ts';
export { isoOffsetMinutes, localDate } from './local-time.ts';
export {
  createLocationFinder,
  findDestination,
  findDestinationByAirport,
  findLocation,
  type Location,
} from './locations.ts';
export { destinations } from './places.ts';
export { photosOf, roomTypesOf } from './room-types.ts';
export type { Destination, Hotel } from './schemas.ts';
export { createSuggester, type Suggest, suggest, suggestionsAt } from './suggestions.ts';
