import { existsSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './arguments.ts';
import { cases } from './cases/index.ts';
import { type Figure, judge, renderTable } from './figure.ts';

// npm run bench [-- --quick] [-- --check] [-- case …]: loads the built server over loopback, with a limit on requests and time.
// It prints ratios, and writes the raw numbers to bench-results.json. With --check it exits with code 1
// when a figure misses its target.

const request = readArguments(process.argv.slice(2));
if ('help' in request) {
  console.log(request.help);
  process.exit();
}
if ('error' in request) {
  console.error(`bench: ${request.error}`);
  process.exit(64);
}
const root = join(import.meta.dirname, '..', '..');
if (!existsSync(join(root, 'dist', 'mock-server', 'node', 'index.js'))) {
  console.error('bench: dist/ is not there; run "npm run build" first');
  process.exit(1);
}

const { names, quick, check } = request;
const budget = quick ? { quick, rounds: 3, scale: 0.1 } : { quick, rounds: 5, scale: 0.5 };
const begin = performance.now();
const figures: Figure[] = [];
for (const [name, { run }] of Object.entries(cases)) {
  if (!names.includes(name)) continue;
  const start = performance.now();
  figures.push(...(await run(budget)));
  console.error(`${name}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
}

const machine = {
  node: process.version,
  cores: cpus().length,
  memory: totalmem(),
  platform: `${process.platform} ${process.arch}`,
};
const judged = figures.map(figure => ({ ...figure, verdict: judge(figure) }));
writeFileSync(
  join(root, 'bench-results.json'),
  `${JSON.stringify({ version: 1, machine, quick, figures: judged }, null, 2)}\n`,
);
console.log(renderTable(figures));
console.log(`\n${((performance.now() - begin) / 1_000).toFixed(0)} s; raw numbers in bench-results.json`);
if (check && judged.some(figure => figure.verdict === 'MISSED')) process.exitCode = 1;
process.exit();
