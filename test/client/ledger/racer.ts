import { appendFileSync } from 'node:fs';
import { watchFiles } from './file-steps.ts';
import { record } from './record.ts';

export interface Race {
  readonly dir: string;
  readonly log: string;
  readonly turns: number;
  /** The process kills itself before this change of the file system, counted from 1. */
  readonly dieAt?: number;
}

const race: Race = JSON.parse(process.argv[2] ?? '');
const tell = (what: string) => appendFileSync(race.log, `${what} ${process.pid}\n`);
let steps = 0;

watchFiles(() => {
  steps += 1;
  if (steps !== race.dieAt) return;
  tell('dies');
  process.kill(process.pid, 'SIGKILL');
});

const { createFileLedger } = await import('#client/node');
const ledger = createFileLedger({ dir: race.dir });

for (let turn = 0; turn < race.turns; ) {
  const claiming = await ledger.claim('a', () => record('a'));
  if (claiming.kind !== 'claimed') continue;
  const { claim } = claiming;
  tell('begins');
  await claim.save({ updatedAt: claim.record.updatedAt + 1 });
  tell('ends');
  await claim.release();
  turn += 1;
}
