import { expect, it } from 'vitest';
import { formatDuration, isObservable } from '#scenarios/judge/time';

it('the judge cannot decide with a tolerance beyond a quarter of the limit', () => {
  expect([200, 199].map(limit => isObservable(limit, {}))).toEqual([true, false]);
  const at = (speed: number) => isObservable(300_000, { clock: { mode: 'scaled', speed } });
  expect([1_500, 1_501].map(at)).toEqual([true, false]);
});

it('a duration below zero is shown in milliseconds', () => {
  expect(formatDuration(-10)).toBe('-10 ms');
});
