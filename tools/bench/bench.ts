import { parseArgs } from 'node:util';
import { nearest } from '#contracts/util';
import { cases } from './cases.ts';

// npm run bench [-- --quick] [-- case …]: measures the processor time of the command per request, beside another server. Other
// programs on the machine change the elapsed time, but hardly the processor time.

const names = Object.keys(cases);
const help = [
  'npm run bench -- [--quick] [case …]',
  '',
  ...Object.entries(cases).map(([name, { measures }]) => `  ${name.padEnd(12)}  ${measures}`),
  '',
  `  ${'--quick'.padEnd(12)}  fewer rounds of fewer requests`,
].join('\n');

function readArguments() {
  const options = { quick: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}; --help lists the options`);
  }
}

function refuse(message: string): never {
  console.error(`bench: ${message}`);
  process.exit(64);
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(help);
  process.exit();
}
const wrong = positionals.find(name => !names.includes(name));
if (wrong !== undefined) {
  const near = nearest(wrong, names);
  refuse(
    `unknown case "${wrong}"; ${near === undefined ? '--help lists the cases' : `did you mean "${near}"?`}`,
  );
}
const budget = values.quick ? { rounds: 3, requests: 1_000 } : { rounds: 6, requests: 3_000 };
for (const name of positionals.length > 0 ? positionals : names)
  for (const figure of (await cases[name]?.run(budget)) ?? []) {
    const { micros, besideMicros, times } = figure;
    const speed = `${times.toFixed(2)} ×`.padStart(7);
    console.log(`${speed}  ${figure.name}: ${micros.toFixed(0)} µs, beside ${besideMicros.toFixed(0)} µs`);
  }
