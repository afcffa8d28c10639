import { expect, it } from 'vitest';
import { faultKinds, parseFault } from '#contracts/fault';
import { operationIds } from '#contracts/operations';
import {
  faultsOf,
  injectionsAt,
  kindOfInjection,
  readInjection,
  writeInjection,
} from '#scenarios/explore/injections';

const kindsAt = (operation: (typeof operationIds)[number]) =>
  new Set(injectionsAt({ operation, nth: 1 }).map(one => ('crash' in one ? 'crash' : one.effect.kind)));

it('an exploration tries every kind of fault at some operation, except a kind that no client can notice alone', () => {
  const tried = new Set(operationIds.flatMap(id => [...kindsAt(id)]));
  const kinds = Object.entries(faultKinds).filter(([, { trials }]) => trials.length > 0);
  expect([...tried].sort()).toEqual([...kinds.map(([kind]) => kind), 'crash'].sort());
  expect(faultKinds['other-guest'].trials).toEqual([]);
});

it('an exploration tries a kind only at operations on which the kind acts', () => {
  expect(kindsAt('hotel.search')).not.toContain('timeline');
  expect(kindsAt('hotel.doBooking')).toContain('timeline');
  expect(kindsAt('car.search')).not.toContain('room-limit');
});

it('an exploration tries each time of the commit where an operation changes something, and none where it reads', () => {
  const cuts = (operation: 'hotel.search' | 'hotel.doBooking') => {
    const kinds = injectionsAt({ operation, nth: 1 }).map(kindOfInjection);
    return kinds.filter(text => /^\{"kind":"cut"(?:\}$|,"commit")/.test(text));
  };
  expect(cuts('hotel.search')).toEqual(['{"kind":"cut"}']);
  const commits = ['before', 'never', 'after'].map(commit => `{"kind":"cut","commit":"${commit}"}`);
  expect(cuts('hotel.doBooking')).toEqual(commits);
});

it('an exploration does not refuse a call that takes effect', () => {
  const refusals = injectionsAt({ operation: 'hotel.doBooking', nth: 1 }).filter(
    one => 'effect' in one && one.effect.kind === 'status' && one.effect.status < 500,
  );
  expect(refusals.length).toBeGreaterThan(3);
  for (const one of refusals) expect(one).toMatchObject({ effect: { commit: 'never' } });
});

it('an exploration tries only disturbances that the server accepts, and that a command can play again', () => {
  for (const operation of operationIds)
    for (const one of injectionsAt({ operation, nth: 2 })) {
      if ('effect' in one) expect(parseFault(faultsOf([one])[0]).operations).toEqual([operation]);
      expect(readInjection(writeInjection(one))).toEqual(one);
    }
});

it.each([
  ['hotel.doBooking:crash=sometimes', 'expected an operation and one of before, committed, answered'],
  ['*.doBooking:cut', 'name exactly one operation'],
  ['hotel.doBooking:cutt', 'did you mean "cut"'],
  ['{"effect"', 'is not JSON'],
])('an exploration refuses the disturbance %s', (text, message) => {
  expect(() => readInjection(text)).toThrow(message);
});
