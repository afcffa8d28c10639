/**
 * A placeholder for a value from the answer to an earlier call. `$call` is the index of that call, and `path` is the
 * path of the value in its answer.
 */
export interface FromAnswer {
  readonly $call: number;
  readonly path: readonly (string | number)[];
  /** True if the value is a number, because JSON writes a number without quotes. */
  readonly isNumber?: true;
}

/**
 * One call of a sequence that shows every operation. The call has the field names of the contract and no credential.
 * For a value from an earlier answer, the request contains a `FromAnswer`.
 */
export interface SampleCall {
  readonly operation: string;
  readonly request: unknown;
  /** The fields of the answer that later calls use, without their values. */
  readonly answer?: unknown;
  /** The indexes of further calls that must come before this call, although this request uses no value from their answers. */
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
 * Returns the indexes of the sample call of an operation and of the earlier calls whose answers this call needs, in order.
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
