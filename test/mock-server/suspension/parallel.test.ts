import { expect, it } from 'vitest';
import { playAlone, playTogether } from './mixed-traffic.ts';

const ids = Array.from({ length: 6 }, (_, index) => `p${index}`);

it('gives each of many sandboxes the same answers as alone, although they are suspended between calls', async () => {
  const { seen, resumed } = await playTogether(ids, 5);
  for (const id of ids) expect(seen.get(id), id).toEqual(await playAlone(id));
  expect(resumed).toBeGreaterThan(40);
});
