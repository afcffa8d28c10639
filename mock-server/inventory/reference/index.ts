// This code loads neither @msw/data nor zod.
export { suppliers } from '#contracts/suppliers';
export { builtInRecords, destinations, hotelAmenities, hotelsOf, photosOf, roomTypesOf } from './find.ts';
export * from './locate.ts';
export * from './records.ts';
export type { Category, Destination, Hotel, ItemRecord, RoomType } from './schemas.ts';
export { default as builtIn } from './stock.json' with { type: 'json' };
export * from './suggestions.ts';
