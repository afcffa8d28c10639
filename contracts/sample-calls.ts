/**
 * A placeholder for a value from the answer of an earlier call. `$call` is the index of the call, and `path` is the
 * path in its answer.
 */
export interface FromAnswer {
  readonly $call: number;
  readonly path: readonly (string | number)[];
  /** Set when the value is a number, which JSON writes without quotes. */
  readonly isNumber?: true;
}

/**
 * One call of a sequence that shows every operation. The call has contract names and no credential. Where the request
 * needs a value of an earlier answer, it contains a FromAnswer.
 */
export interface SampleCall {
  readonly operation: string;
  readonly request: unknown;
  /** The parts of the answer that later calls use. The values are left out. */
  readonly answer?: unknown;
  /** The indexes of other calls that must come before, although this request uses no value of their answers. */
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
 * Returns the indexes of the calls that show an operation, in order. The calls that the operation needs come before its
 * own call.
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
