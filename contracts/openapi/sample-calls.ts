/**
 * A placeholder for a value from the answer to an earlier call. `$call` is the index of that call, and `path` is the
 * path of the value in its answer.
 */
export interface FromAnswer {
  readonly $call: number;
  readonly path: readonly (string | number)[];
  /** JSON writes a number without quotes. */
  readonly isNumber?: true;
}

/** Has the field names of the contract and no credential. */
export interface SampleCall {
  readonly operation: string;
  readonly request: unknown;
  /** The fields of the answer that later calls use, without their values. */
  readonly answer?: unknown;
  /** Further calls that must come before, although the request uses no value from their answers. */
  readonly after?: readonly number[];
}

export function isFromAnswer(value: unknown): value is FromAnswer {
  return typeof value === 'object' && value !== null && '$call' in value;
}

export function callsUsedBy(request: unknown): number[] {
  if (isFromAnswer(request)) return [request.$call];
  if (typeof request !== 'object' || request === null) return [];
  return Object.values(request).flatMap(callsUsedBy);
}

/** Returns the indexes of the call and of the earlier calls whose answers it needs. */
export function callsFor(operation: string, story: readonly SampleCall[]): number[] {
  const own = story.findIndex(call => call.operation === operation);
  const needed = new Set<number>();
  const need = (index: number) => {
    const call = story[index];
    if (!call || needed.has(index)) return;
    needed.add(index);
    for (const earlier of [...callsUsedBy(call.request), ...(call.after ?? [])]) need(earlier);
  };
  need(own);
  return [...needed].sort((a, b) => a - b);
}
