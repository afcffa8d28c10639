import { expect, it } from 'vitest';
import { Handovers } from '#mock-server/keeping/handovers';
import { nextTurn } from '#mock-server/keeping/turns';

it('gives a sandbox to another process only after this process has loaded it', async () => {
  const handovers = new Handovers();
  const { promise, resolve } = Promise.withResolvers<void>();
  const events: string[] = [];
  const loaded = handovers.loading('a', promise).then(() => events.push('loaded'));
  handovers.start('a', async () => void events.push('given'));
  handovers.start('b', async () => void events.push('other given'));
  await handovers.of('b');
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(events).toEqual(['other given']);
  resolve();
  await handovers.of('a');
  await loaded;
  expect(events).toEqual(['other given', 'loaded', 'given']);
  expect(handovers.of('a')).toBeUndefined();
});
