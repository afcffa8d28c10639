export {
  Bookings,
  bookingIdOf,
  type Charge,
  chargeCard,
  chargeFor,
  nextPollDue,
  nextServiceId,
  planCancellation,
  planPayment,
  planTimeline,
  referenceOf,
  renderBooking,
  renderIdentity,
  renderService,
  synchronise,
  toMoney,
  toPolicies,
  wireStatusOf,
} from './bookings/index.ts';
export {
  type Bodies,
  describeUnreadable,
  Journal,
  type JournalEntry,
  JournalMemory,
  type JournalQuery,
  type RecordedCall,
  redactCall,
  secretIn,
} from './journal/index.ts';
export { fullMessage, type MemoryBound, type ServerMemory } from './memory-bound.ts';
export {
  type BookingRecord,
  type ConditionsToken,
  type DueRow,
  type ListQuery,
  MemoryStore,
  type PaymentRecord,
  type PenaltyWindow,
  type RowKind,
  type SearchToken,
  type ServiceRecord,
  type StoreChanges,
  type StoreState,
  type TimelineStep,
  type TokenRecord,
} from './records/index.ts';
export { problem, Refusal, refuse, refuseFields, storeRefusal, storeText } from './refusal.ts';
export { isDamage, StoreError } from './store-error.ts';
export { createTokens, recordKey, type Tokens } from './tokens/index.ts';
