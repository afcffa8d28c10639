export {
  type ListQuery,
  MemoryStore,
  type RowKind,
  type StoreChanges,
  type StoreState,
} from './memory.ts';
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
