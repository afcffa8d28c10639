import { expect, it } from 'vitest';
import { catalogue, drawScenario, playScenario } from '#scenarios';
import { bigFamily, car, hotel, twoRooms } from '#scenarios/catalogue/parts';
import { scenario } from '#scenarios/catalogue/scenario';
import { runIds } from '../runner/clients.ts';

const numbers = Array.from({ length: 10 }, (_, index) => index + 1);

const notHeld = async (ids: readonly string[], draws: readonly number[]) => {
  const { scenarios } = await runIds(ids, { seed: 'held', vary: { draws } });
  return scenarios
    .filter(({ state }) => state !== 'held')
    .map(({ id, draw, state }) => `${id} ${draw}: ${state}`);
};

it('the reference client holds a draw of each scenario', async () => {
  expect(
    await notHeld(
      catalogue.map(({ id }) => id),
      [1],
    ),
  ).toEqual([]);
});

it('the reference client holds ten draws of each product', async () => {
  const ids = [
    'two-rooms-with-children',
    'car-confirmed',
    'trip-hotel-and-transfer',
    'tour-confirmed',
    'prepaid-approved',
  ];
  expect(await notHeld(ids, numbers)).toEqual([]);
});

it('the reference client holds draws of a trip with a car, in which all guests have a seat', async () => {
  const rooms = { criteria: { ...hotel().criteria, rooms: twoRooms }, guests: bigFamily };
  for (const stay of [hotel(), hotel(rooms)]) {
    const steps = [stay, { ...car, guests: stay.guests, attachTo: 0 }];
    const trip = scenario({
      id: 'own-trip',
      title: 'A trip.',
      clauses: ['svc.1'],
      rules: ['booked-as-expected'],
      steps,
    });
    const reports = numbers.map(async number => {
      const { report } = await playScenario(drawScenario(trip, { seed: 'trip', number }));
      return report.services?.map(({ outcome }) => outcome);
    });
    expect(await Promise.all(reports)).toEqual(numbers.map(() => ['confirmed', 'confirmed']));
  }
});
