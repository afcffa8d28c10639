// Explores every broken client, and writes explored.json: which ones an exploration finds that knows no scenario and no rule, and
// which ones it does not find. Takes some minutes. With a number, takes only every n-th client, and writes nothing.
import { writeFileSync } from 'node:fs';
import { findByExploring } from './find-by-exploring.ts';
import { brokenClients } from './index.ts';

const maxRuns = 3_000;
const [step = 1, offset = 0] = process.argv.slice(2).map(Number);
const found: Record<string, string> = {};
const notFound: string[] = [];
for (const [index, broken] of brokenClients.entries()) {
  if (index % step !== offset) continue;
  const name = `${broken.rule}: a client that ${broken.name}`;
  const one = await findByExploring(broken, maxRuns);
  if (one) found[name] = [one.flow, ...one.schedule, one.failure, `run ${one.runs}`].join(' · ');
  else notFound.push(name);
  process.stderr.write(`${one ? 'found    ' : 'NOT FOUND'} ${name} ${JSON.stringify(one ?? {})}\n`);
}
const table = { all: Object.keys(found).length + notFound.length, found, notFound };
if (step === 1)
  writeFileSync(new URL('explored.json', import.meta.url), `${JSON.stringify(table, null, 2)}\n`);
