import { afterAll, beforeAll } from 'vitest';
import { openRedis } from '#mock-server/node/redis';
import { describeDurableStore } from '../durable-store-suite.ts';
import { startValkey, type Valkey } from './valkey.ts';

let valkey: Valkey;
let database = 0;
beforeAll(async () => {
  valkey = await startValkey();
});
afterAll(() => valkey.stop());

describeDurableStore('Valkey', async () => {
  database += 1;
  if (database > 15) valkey.cli('FLUSHALL');
  return openRedis(`${valkey.url}/${database % 16}`);
});
