import { expect, it } from 'vitest';
import { createEffects } from '#scenarios/explore/injections';
import type { Injection } from '#scenarios/explore/shorthand';

const search = { operation: 'hotel.search', nth: 1 } as const;
const status = (code: 502 | 503): Injection => ({ ...search, effect: { kind: 'status', status: code } });
const cut: Injection = { ...search, effect: { kind: 'cut' } };
const earlier: Injection = { operation: 'autocomplete', nth: 1, effect: { kind: 'cut' } };

it('one of two disturbances stands for both if they led to equal runs where all were tried, whatever later runs with one of them show', () => {
  const effects = createEffects();
  expect(effects.representatives('hotel.search', [status(502), status(503), cut])).toHaveLength(3);
  effects.learn([status(502)], 'it tries again');
  effects.learn([status(503)], 'it tries again');
  effects.learn([cut], 'it gives up');
  // In a later situation, only the representatives are tried.
  effects.learn([earlier, status(502)], 'it gives up');
  effects.learn([earlier, cut], 'it gives up');
  expect(effects.representatives('hotel.search', [status(502), status(503), cut])).toEqual([
    status(502),
    cut,
  ]);
});
