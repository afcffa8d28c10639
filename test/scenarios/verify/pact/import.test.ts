import { expect, it } from 'vitest';

it('the functions that verify pacts take no message of the process that imports them', async () => {
  const before = process.listenerCount('message');
  await import('#scenarios/verify/verify-pacts');
  expect(process.listenerCount('message')).toBe(before);
});
