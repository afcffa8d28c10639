// This code loads neither @msw/data nor zod.
export { suppliers } from '#contracts/suppliers';
export {
  createFinder,
  type Finder,
  findHotel,
  hotelsOf,
  type Location,
  photosOf,
  referencePlaces,
  roomTypesOf,
  spotIn,
} from './find.ts';
export { isoOffsetMinutes, localDate } from './local-time.ts';
export { destinations } from './places.ts';
export type { Destination, Hotel } from './schemas.ts';
export { createSuggester, type Suggest, suggest, suggestionsAt } from './suggestions.ts';
