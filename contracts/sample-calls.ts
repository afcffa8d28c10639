/** A value from the answer of an earlier call: the index of the call, and the path in its answer. */
export interface FromAnswer {
  readonly $call: number;
  readonly path: readonly (string | number)[];
  /** A number, which JSON writes without quotes. */
  readonly isNumber?: true;
}

/**
 * One call of the sequence that shows every operation, in contract names and without its credential. A FromAnswer replaces a
 * value of an earlier answer.
 */
export interface SampleCall {
  readonly operation: string;
  readonly request: unknown;
  /** The parts of the answer that later calls use, without the values. */
  readonly answer?: unknown;
  /** Other calls that must come before, although this request uses no value of their answers. */
  readonly after?: readonly number[];
}

/** Returns whether a part of a request is a FromAnswer. */
export function isFromAnswer(value: unknown): value is FromAnswer {
  return typeof value === 'object' && value !== null && '$call' in value;
}

/** Returns the indexes of the calls whose answers a request uses. */
export function callsBehind(request: unknown): number[] {
  if (isFromAnswer(request)) return [request.$call];
  if (typeof request !== 'object' || request === null) return [];
  return Object.values(request).flatMap(callsBehind);
}

/**
 * Returns the indexes of the calls that show an operation, in order: the calls that it needs, then its own.
 *
 * @example callsFor('getBookingDetail', story).map(call => call.operation) // [..., 'hotel.doBooking', 'getBookingDetail']
 */
export function callsFor(operation: string, story: readonly SampleCall[]): number[] {
  const own = story.findIndex(call => call.operation === operation);
  const needed = new Set<number>();
  const need = (index: number) => {
    const call = story[index];
    if (!call || needed.has(index)) return;
    needed.add(index);
    for (const earlier of [...callsBehind(call.request), ...(call.after ?? [])]) need(earlier);
  };
  need(own);
  return [...needed].sort((a, b) => a - b);
}
