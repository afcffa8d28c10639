import type { RestReading, StoreState } from './store.ts';

/** Collects the parts of a store beside its bookings. Yields after each record. */
export function* collectRest({
  tokens,
  counts,
  due,
  booked,
  shared,
}: RestReading): Generator<void, Omit<StoreState, 'bookings'>> {
  return {
    tokens: yield* collect(tokens),
    counts: yield* collect(counts),
    due: yield* collect(due),
    booked: yield* collect(booked),
    ...(shared && { shared: yield* collect(shared) }),
  };
}

function* collect<Value>(values: Iterable<Value>): Generator<void, Value[]> {
  const collected: Value[] = [];
  for (const value of values) {
    collected.push(value);
    yield;
  }
  return collected;
}
