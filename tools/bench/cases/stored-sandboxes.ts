import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startValkey } from '../../../test/mock-server/redis/valkey.ts';
import { startCommand } from '../command.ts';
import type { Figure } from '../figure.ts';
import { fillStore } from '../fill-store.ts';

/** Measures the start of a server whose durable store has many idle sandboxes, its memory, and a list of its sandboxes. */
export async function withStored(count: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-bench-'));
  const valkey = await startValkey();
  try {
    return [
      ...(await measureStart('SQLite', `sqlite:${folder}`, count)),
      ...(await measureStart('Valkey', valkey.url, count)),
    ];
  } finally {
    await valkey.stop();
    rmSync(folder, { recursive: true });
  }
}

async function measureStart(store: string, where: string, count: number): Promise<Figure[]> {
  await fillStore(where, count);
  const beginning = performance.now();
  const command = await startCommand(['--store', where]);
  const started = performance.now() - beginning;
  try {
    await (await fetch(`${command.url}/_control/sandboxes/default`)).text(); // loads the code of the control API
    const pages: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const start = performance.now();
      const answer = await fetch(`${command.url}/_control/sandboxes?limit=100&after=idle-${index}`);
      await answer.json();
      pages.push(performance.now() - start);
    }
    const named = { case: `${count} sandboxes in ${store}` };
    const memory = command.peak() / 1_048_576;
    return [
      { ...named, what: 'start of the server', value: started, unit: 'ms', target: { max: 2_000 } },
      { ...named, what: 'slowest page of 100', value: Math.max(...pages), unit: 'ms', target: { max: 100 } },
      { ...named, what: 'peak RSS', value: memory, unit: 'MB', target: { max: 300 } },
    ];
  } finally {
    await command.stop();
  }
}
