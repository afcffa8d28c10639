import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startValkey } from '../../mock-server/redis/valkey.ts';
import { type Serving, startServing } from './run-command.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());

const running: Serving[] = [];
afterEach(async () => {
  for (const serving of running.splice(0)) await serving.end('SIGKILL');
});

async function start(args: readonly string[]): Promise<Serving> {
  const serving = await startServing(args);
  running.push(serving);
  return serving;
}

describe('understudy serve, when it stops,', () => {
  it('ends at once on a second SIGTERM, and says so', async () => {
    const serving = await start(['--fault', 'getBookingList:delay=PT1H']);
    const { baseUrl, controlUrl } = serving.ready;
    const slow = fetch(`${baseUrl}/API/REST/ClientBackOffice.svc/GetBookingList`, {
      method: 'POST',
      body: '{"Credential":{"Username":"demo","Password":"demo"}}',
      headers: { 'content-type': 'application/json' },
    }).catch((error: Error) => error.message);
    const waits = async () => (await (await fetch(`${controlUrl}/sandboxes/default/clock`)).json()).waits;
    await expect.poll(waits).toHaveLength(1);
    const ended = serving.end('SIGTERM');
    const health = async () => (await fetch(`${controlUrl}/health`)).json();
    await expect.poll(health).toMatchObject({ stopping: true });
    // The server ignores a signal that follows the first at once.
    const again = () => {
      void serving.end('SIGTERM');
      return serving.errors();
    };
    await expect
      .poll(again)
      .toContain('understudy: the second signal (SIGTERM) ended the server at once; open calls were cut off');
    expect([await ended, await slow]).toEqual([143, 'fetch failed']);
  });

  it('ends on SIGTERM with exit code 1 if the store hangs, and says which changes can be missing', async () => {
    const serving = await start(['--store', valkey.url]);
    process.kill(valkey.pid(), 'SIGSTOP');
    const code = await serving.end('SIGTERM');
    expect(serving.errors()).toContain(
      'the store did not take the last changes within 2 s; the store can miss changes that no answer has reported',
    );
    expect(code).toBe(1);
  });
});
