import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksOf } from '../../docs/blocks.ts';
import { type Serving, startServing } from '../cli/run-command.ts';
import { paste } from './paste.ts';

let serving: Serving;
beforeAll(async () => {
  serving = await startServing();
});
afterAll(() => serving.end());

it('runs the commands of the guide of Pact with the results that it names', async () => {
  const scripts = blocksOf('pact', 'sh').map(script =>
    script.replaceAll('http://127.0.0.1:4010', serving.ready.baseUrl),
  );
  const [ours = '', states = '', target = ''] = scripts;
  expect(await paste(ours)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\n(\d+) of \1 interactions hold\n$/),
  });
  expect(JSON.parse((await paste(states)).stdout)).toEqual({
    Token: expect.any(String),
    'RoomIds.0': expect.any(String),
  });
  const replayed = await paste(target);
  expect(replayed).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\n\d+ of \d+ interactions hold, \d+ not replayed\n$/),
  });
  expect(replayed.stdout).toContain('✓ hotel.search, with nothing in it');
  expect(replayed.stdout).toContain('to replay the request, give --allow-booking');
});
