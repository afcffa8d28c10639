import { expect, it } from 'vitest';
import { readInjection } from '#scenarios/explore/injections';
import { createEffects } from '#scenarios/explore/search';

const status = (code: 502 | 503) => readInjection(`hotel.search:status=${code}`);
const cut = readInjection('hotel.search:cut');
const earlier = readInjection('autocomplete:cut');

it('one of two disturbances stands for both if they led to equal runs where all were tried, whatever later runs with one of them show', () => {
  const effects = createEffects();
  expect(effects.representatives('hotel.search', [status(502), status(503), cut])).toHaveLength(3);
  effects.learn([status(502)], 'it tries again');
  effects.learn([status(503)], 'it tries again');
  effects.learn([cut], 'it gives up');
  // In a later situation, only the representatives are tried.
  effects.learn([earlier, status(502)], 'it gives up');
  effects.learn([earlier, cut], 'it gives up');
  const later = effects.representatives('hotel.search', [status(502), status(503), cut]);
  expect(later).toEqual([status(502), cut]);
});
