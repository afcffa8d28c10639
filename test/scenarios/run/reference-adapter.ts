// The reference client as a client under test: a process of its own that knows nothing but its environment.
import { writeFileSync } from 'node:fs';
import { createClient } from '#client';
import { createFileLedger } from '#client/node';
import { type Clock, systemClock } from '#contracts';
import type { Task } from '#contracts/scenario';
import { playTask } from '#scenarios';

function variable(name: string): string {
  const value = process.env[`UNDERSTUDY_${name}`];
  if (value === undefined) throw new Error(`UNDERSTUDY_${name} is not set`);
  return value;
}

/** The machine's clock, so many times as fast. */
function fasterClock(scale: number): Clock {
  const start = systemClock.now();
  return {
    now: () => Math.round(start + (systemClock.now() - start) * scale),
    sleep: (ms, signal, who) => systemClock.sleep(ms / scale, signal, who),
  };
}

const clock = fasterClock(Number(variable('TIME_SCALE')));
const client = createClient({
  baseUrl: variable('BASE_URL'),
  commonsUrl: variable('COMMONS_URL'),
  mcpUrl: variable('MCP_URL'),
  mcpToken: variable('MCP_TOKEN'),
  credential: { Username: variable('USERNAME'), Password: variable('PASSWORD') },
  staticToken: variable('STATIC_TOKEN'),
  managerId: Number(variable('MANAGER_ID')),
  clock,
  ledger: createFileLedger({ dir: variable('STATE_DIR') }),
  logger: entry => console.log(JSON.stringify(entry)),
});
// What an earlier process has begun is brought to its end first.
await client.resume();
const task: Task = JSON.parse(variable('TASK'));
writeFileSync(variable('RESULT'), JSON.stringify(await playTask(task, { client, clock })));
