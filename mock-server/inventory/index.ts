export { writeRecord } from './fill.ts';
export { localDate, utcHour } from './moments.ts';
export { createPlaces, destinationAt, type Ids, type Places } from './places.ts';
export type { LeftOut, Occupancy, Quote, Selection } from './quote.ts';
export { beforeAnyBooking, currencies, defaultCurrency, exchanged } from './rates.ts';
export {
  type AnyRecord,
  type Destination,
  destinations,
  type Hotel,
  hotelsOf,
  type Records,
  recordIn,
  recordsIn,
} from './reference/index.ts';
export * from './sandbox-inventory.ts';
export * from './source.ts';
export * from './testville.ts';
