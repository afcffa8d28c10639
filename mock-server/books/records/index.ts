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
export type { CreateStore, ListQuery, Store, StoreChanges, StoreState } from './store.ts';
