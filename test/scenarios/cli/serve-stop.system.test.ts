import { afterAll, expect, it } from 'vitest';
import { startValkey } from '../../mock-server/store/redis/valkey.ts';
import { startServing } from './run-command.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());

it('serve ends on SIGTERM with exit code 1 if the store hangs, and says which changes can be missing', async () => {
  const serving = await startServing(['--store', valkey.url]);
  process.kill(valkey.pid(), 'SIGSTOP');
  const code = await serving.end('SIGTERM');
  expect(serving.output.stderr).toContain(
    'the store did not take the last changes within 2 s; the store can miss changes that no answer has reported',
  );
  expect(code).toBe(1);
});
