/** One call of a client to an object, such as a booking. The moments are positions in the order of all events of a test. */
export interface RecordedCall<Input, Output> {
  readonly input: Input;
  readonly sent: number;
  /** The moment of the answer or, without an answer, of the crash after which the call can no longer have an effect. */
  readonly ended: number;
  readonly output: Output | undefined;
}

/** A sequential description of an object. The states are JSON data. */
export interface Model<State, Input, Output> {
  readonly start: State;
  /** Empty when the object cannot give this output in this state. `output`: undefined when the answer is unknown. */
  next(state: State, input: Input, output: Output | undefined): readonly State[];
}

/**
 * Returns whether some order of the calls explains all answers (linearisability, with the search of Wing and Gong). A call that was
 * answered before another call was sent comes first in this order. A call without an answer has an effect before the crash, or
 * never.
 */
export function isLinearisable<State, Input, Output>(
  calls: readonly RecordedCall<Input, Output>[],
  { start, next }: Model<State, Input, Output>,
): boolean {
  const visited = new Set<string>();
  const open: { left: readonly number[]; state: State }[] = [{ left: [...calls.keys()], state: start }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { left, state } = one;
    if (left.every(index => calls[index]?.output === undefined)) return true;
    const key = JSON.stringify([left, state]);
    if (visited.has(key)) continue;
    visited.add(key);
    for (const index of left) {
      const call = calls[index];
      if (!call || !canBeFirst(call)) continue;
      const rest = left.filter(other => other !== index && !hasNoEffect(calls[other], call));
      for (const after of next(state, call.input, call.output)) open.push({ left: rest, state: after });
    }

    function canBeFirst(call: RecordedCall<Input, Output>): boolean {
      return left.every(index => {
        const other = calls[index];
        return !other || other === call || other.output === undefined || other.ended >= call.sent;
      });
    }
  }
  return false;
}

/** Returns whether a call had no effect, if `first` has the next effect: its server ended before `first` was sent. */
const hasNoEffect = <Input, Output>(
  call: RecordedCall<Input, Output> | undefined,
  first: RecordedCall<Input, Output>,
): boolean => call?.output === undefined && (call?.ended ?? 0) < first.sent;
