import { isObject } from '#contracts/util';

/** A value at one place of one answer. */
export interface Instance {
  readonly answer: number;
  readonly value: unknown;
  readonly isPartial: boolean;
}

/** In how many answers the instances are. */
export const answersIn = (instances: readonly Instance[]): number =>
  new Set(instances.map(({ answer }) => answer)).size;

/** In how many answers an object lacks a field: those that say that they failed may. */
export function lacking(objects: readonly Instance[], holders: readonly Instance[]): number {
  const count = (instances: readonly Instance[]) => {
    const counts = new Map<number, number>();
    for (const { answer } of instances) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    return counts;
  };
  const held = count(holders);
  const whole = objects.filter(({ isPartial }) => !isPartial);
  return [...count(whole)].filter(([answer, there]) => (held.get(answer) ?? 0) < there).length;
}

/** The values under a name, of the objects that have it. */
export const holding = (objects: readonly Instance[], key: string): Instance[] =>
  objects.flatMap(({ answer, value, isPartial }) =>
    isObject(value) && Object.hasOwn(value, key) ? [{ answer, value: value[key], isPartial }] : [],
  );
