export type { StoreChanges } from './changes.ts';
export { createMemoryStore, createReplaceable } from './memory.ts';
export type {
  BookingRecord,
  ConditionsToken,
  DueRow,
  PaymentRecord,
  PenaltyWindow,
  SearchToken,
  ServiceRecord,
  TimelineStep,
  TokenRecord,
} from './records.ts';
export { createRotatingMap, type RotatingMap } from './rotating-map.ts';
export type { CreateStore, ListQuery, Store, StoreSource, StoreState } from './store.ts';
