// This code loads neither @msw/data nor zod.
export { suppliers } from '#contracts/suppliers';
export {
  createFinder,
  type Finder,
  findHotel,
  hotelsOf,
  type Location,
  referencePlaces,
  spotIn,
} from './find.ts';
export { photosOf, roomTypesOf } from './hotel-details.ts';
export { isoOffsetMinutes, localDate } from './local-time.ts';
export { destinations } from './places.ts';
export type { Destination, Hotel } from './schemas.ts';
export { createSuggester, type Suggest, suggest, suggestionsAt } from './suggestions.ts';
