/** A value that an earlier call's answer gave: which call, and where in its answer it stands. */
export interface FromAnswer {
  readonly $call: number;
  readonly path: readonly (string | number)[];
  /** A number, which JSON writes without quotes. */
  readonly isNumber?: true;
}

/**
 * One call of the story that shows every operation at work, in contract names and without its credential. Where its
 * request repeats what an earlier answer gave, a FromAnswer stands in its place.
 */
export interface SampleCall {
  readonly operation: string;
  readonly request: unknown;
  /** The answer as far as later calls take something from it, with its values left out: it tells what stands where. */
  readonly answer?: unknown;
  /** Calls that have to be made before although nothing of their answers is sent. */
  readonly after?: readonly number[];
}

/** Whether a part of a request stands for a value of an earlier answer. */
export function isFromAnswer(value: unknown): value is FromAnswer {
  return typeof value === 'object' && value !== null && '$call' in value;
}

/** The earlier calls that a request takes values from. */
export function callsBehind(request: unknown): number[] {
  if (isFromAnswer(request)) return [request.$call];
  if (typeof request !== 'object' || request === null) return [];
  return Object.values(request).flatMap(callsBehind);
}

/**
 * The calls that show an operation, in order: those it needs, then its own. None for an operation without a call.
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
