// This code loads neither @msw/data nor zod.
export { suppliers } from '#contracts/suppliers';
export { builtInRecords, hotelsOf, photosOf, roomTypesOf } from './find.ts';
export { isoOffsetMinutes, localDate } from './local-time.ts';
export { createLocator, type Locate, type Location, spotIn } from './locate.ts';
export { destinations } from './places.ts';
export { noChanges, noRecords, type Records, withChanges } from './records.ts';
export type { Destination, Hotel } from './schemas.ts';
export { createSuggester, type Suggest } from './suggestions.ts';
