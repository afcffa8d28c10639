import { expect, it } from 'vitest';
import { catalogue } from '#scenarios';
import { runIds } from '../runner/clients.ts';

const notHeld = async (ids: readonly string[], draws: readonly number[]) => {
  const { scenarios } = await runIds(ids, { seed: 'held', vary: { draws } });
  expect(scenarios).toHaveLength(ids.length * draws.length);
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

it('the reference client holds twenty draws of each product', async () => {
  const ids = [
    'two-rooms-with-children',
    'car-confirmed',
    'trip-hotel-and-transfer',
    'tour-confirmed',
    'prepaid-approved',
  ];
  const draws = Array.from({ length: 20 }, (_, index) => index + 1);
  expect(await notHeld(ids, draws)).toEqual([]);
});
