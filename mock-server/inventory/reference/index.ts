// This code loads neither @msw/data nor zod.
export { suppliers } from '#contracts/suppliers';
export { builtInRecords, hotelAmenities, hotelsOf, photosOf, roomTypesOf } from './find.ts';
export { localDate } from './local-time.ts';
export { createLocator, type Locate, type Location, spotIn } from './locate.ts';
export { destinations } from './places.ts';
export {
  type Changes,
  emptyChanges,
  type MutableChanges,
  noRecords,
  type Records,
  withChanges,
} from './records.ts';
export type { Category, Destination, Hotel, ItemRecord, RoomType } from './schemas.ts';
export { createSuggester, type Suggest } from './suggestions.ts';
