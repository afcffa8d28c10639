import type { OperationId } from '#contracts';
import {
  actsThroughOperation,
  commitOf,
  contradictsIn,
  type EffectKind,
  faultEffects,
} from '#contracts/fault';
import { type Armed, isSpent } from './armed.ts';
import { type ExchangeState, operationIdOf } from './call-state.ts';
import { type Course, plainCourse } from './course.ts';
import type { ApplyEffect, FaultCall } from './effect.ts';
import { effects } from './effects.ts';
import type { Register } from './register.ts';

/** A fault that a call is hit by, unless another one keeps it from acting. */
export interface Struck {
  readonly armed: Armed;
  readonly register: Pick<Register, 'retire' | 'putBack'>;
  readonly draw: FaultCall['draw'];
}

const order = Object.keys(faultEffects);
const placeOf = ({ armed }: Struck): number => order.indexOf(armed.fault.effect.kind);

/**
 * What the faults that a call meets make of it, those of its sandbox and those of the scenario it plays; undefined when
 * it meets none. Where two contradict each other, that of the play acts: the call itself asked for it.
 */
export function meetFaults(exchange: ExchangeState): Course | undefined {
  const { sandbox, play } = exchange;
  const own = sandbox.faults.strike(exchange);
  const played = play?.faults.strike(exchange) ?? [];
  const hit = played.length === 0 ? own : [...withoutRivals(own, played, exchange), ...played];
  if (hit.length === 0) return undefined;
  const course = plainCourse();
  course.commit = commitOf(hit.map(({ armed }) => armed.fault.effect));
  for (const one of hit.toSorted((a, b) => placeOf(a) - placeOf(b))) {
    const source = play && played.includes(one) ? `the scenario "${play.scenario}"` : 'this sandbox';
    const { memory } = one.armed;
    const call: FaultCall = { exchange, memory, draw: one.draw, source: `a fault of ${source}` };
    if (!apply(one.armed, course, call)) continue;
    one.armed.fired += 1;
    course.hits.push({ id: one.armed.fault.id, kind: one.armed.fault.effect.kind });
  }
  for (const { armed, register } of hit) if (isSpent(armed)) register.retire(armed);
  if (course.hits.length === 0) return undefined;
  course.withdraw = () => withdraw(course, hit);
  return course;
}

function withoutRivals(
  own: readonly Struck[],
  played: readonly Struck[],
  exchange: ExchangeState,
): readonly Struck[] {
  const id: OperationId | null = operationIdOf(exchange);
  if (id === null) return own;
  return own.filter(one =>
    played.every(other => contradictsIn(id, one.armed.fault, other.armed.fault) === undefined),
  );
}

function apply({ fault: { effect } }: Armed, course: Course, call: FaultCall): boolean {
  if (course.commit === 'never' && actsThroughOperation(effect)) return false;
  const applyEffect = effects[effect.kind] as ApplyEffect<EffectKind>; // each is given effects of its own kind
  return applyEffect(effect, course, call);
}

/** An operation that was refused has not been acted through: those faults have hit nothing. */
function withdraw(course: Course, hit: readonly Struck[]): void {
  for (const { armed, register } of hit) {
    const index = course.hits.findIndex(({ id }) => id === armed.fault.id);
    const { effect } = armed.fault;
    // That a booking is not found is what `visibility` does.
    if (index < 0 || !actsThroughOperation(effect) || effect.kind === 'visibility') continue;
    course.hits.splice(index, 1);
    armed.fired -= 1;
    register.putBack(armed);
  }
}
