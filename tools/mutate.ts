import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { projectFiles, projectRoot, readProjectFile } from '../test/house/project-files.ts';
import { drawMutants, type Mutant, mutated, placesIn } from './mutants.ts';
import { createNearestTests } from './nearest-tests.ts';
import { runInTime } from './run-in-time.ts';
import type { TestEvent, TestRun } from './run-tests.ts';

/** A mutant is `gone` if it is from an earlier run and its line no longer exists. `tests` are the files that ran, in order. */
type Played = Mutant & {
  result: 'killed' | 'survived' | 'timeout' | 'gone';
  killedBy?: string | undefined;
  tests: string[];
};

const help = `npm run mutate -- [options]

Changes one line of the product at a time, runs the tests near it, and prints the changes that no test noticed.
It works in a copy of the working tree, and never writes to the tree itself.

  --count      the number of changes; default 60
  --seed       a number that chooses the changes; default 1
  --only       the start of the paths of the files to change; by default all
  --mutants    the JSON of an earlier run, to play its changes again
  --json       the file for the results
  --project    the Vitest project of the tests, also several times; default unit
  --max-tests  the maximum number of test files per change; default 40
  --jobs       the number of changes at a time; default 1
  --workers    the number of workers per job; default 1

Example: npm run mutate -- --count 60 --seed 1 --only mock-server/faults`;
const options = {
  help: { type: 'boolean', short: 'h' },
  count: { type: 'string', default: '60' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  mutants: { type: 'string' },
  json: { type: 'string' },
  project: { type: 'string', multiple: true, default: ['unit'] },
  'max-tests': { type: 'string', default: '40' },
  jobs: { type: 'string', default: '1' },
  workers: { type: 'string', default: '1' },
} satisfies ParseArgsOptionsConfig;
const values = readOptions();
if (values.help) {
  console.log(help);
  process.exit();
}
const hangs = 'a test file did not end in time';
const product = /^(contracts|mock-server|client|scenarios)\/.*\.tsx?$/;
/** Files of data without behaviour. */
const data = /\.d\.ts$|^scenarios\/catalogue\/draw\/names\.|\/reference\/places\.ts$/;

const allFiles = projectFiles();
const productFiles = allFiles.filter(
  file => file.startsWith(values.only) && product.test(file) && !data.test(file),
);
if (productFiles.length === 0) refuse(`--only: no file of the product begins with "${values.only}"`);

const scratch = fs.mkdtempSync(join(tmpdir(), 'mutate-'));
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) killGroup(child);
  fs.rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

const roots = Array.from({ length: Number(values.jobs) }, (_, job) => copyTree(join(scratch, `${job}`)));
const [firstRoot = ''] = roots;
const nearestTests = createNearestTests(runnableTests(), allFiles, readProjectFile);
const testsOf = (file: string) => nearestTests(file, Number(values['max-tests']));
const mutants = chosenMutants();
const [failure] = (await runTests(firstRoot, testsOf('contracts/util/nearest.ts').slice(0, 1), { bail: 1 }))
  .failures;
if (failure !== undefined) throw new Error(`The tests do not run in the copy: ${failure}`);
const played: Played[] = [];
const queue = mutants.entries();
await Promise.all(roots.map(playQueue));
await report();
process.exit();

function readOptions() {
  try {
    const read = parseArgs({ options }).values;
    for (const name of ['count', 'seed', 'max-tests', 'jobs', 'workers'] as const)
      if (!/^[1-9]\d*$/.test(read[name]))
        throw new Error(`--${name}: must be a whole number from 1, got "${read[name]}"`);
    const earlier = read.mutants && JSON.parse(fs.readFileSync(read.mutants, 'utf8')).mutants;
    if (read.mutants && !Array.isArray(earlier)) throw new Error(`--mutants: ${read.mutants} has no mutants`);
    return { ...read, earlier: earlier as Mutant[] | undefined };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function refuse(message: string): never {
  console.error(`mutate: ${message}; --help lists the options`);
  process.exit(64);
}

async function playQueue(root: string): Promise<void> {
  for (const [index, mutant] of queue) {
    const one = await play(root, mutant);
    played[index] = one;
    const { file, line, operator, result, tests, killedBy = '' } = one;
    const place = `${file}:${line} ${operator}`;
    console.log(`${index + 1}/${mutants.length} ${result}, ${tests.length} files: ${place} ${killedBy}`);
  }
}

function copyTree(root: string): string {
  for (const file of allFiles) {
    fs.mkdirSync(dirname(join(root, file)), { recursive: true });
    fs.copyFileSync(join(projectRoot, file), join(root, file));
  }
  fs.mkdirSync(`${root}-tmp`);
  // The names with a dot are caches: the copy gets its own. The commands in .bin find the project through their own path.
  for (const folder of ['node_modules', 'node_modules/.bin']) {
    fs.mkdirSync(join(root, folder));
    for (const name of fs.readdirSync(join(projectRoot, folder)).filter(one => !one.startsWith('.')))
      fs.symlinkSync(join(projectRoot, folder, name), join(root, folder, name));
  }
  return root;
}

function runnableTests(): string[] {
  const command = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'];
  const projects = values.project.map(name => `--project=${name}`);
  const { status, stdout } = spawnSync(process.execPath, [...command, ...projects], {
    cwd: firstRoot,
    encoding: 'utf8',
  });
  if (status !== 0) refuse(`--project: Vitest cannot list the tests of ${values.project.join(', ')}`);
  const files: { file: string }[] = JSON.parse(stdout);
  return files.map(({ file }) => relative(fs.realpathSync(firstRoot), file)).toSorted();
}

function chosenMutants(): Mutant[] {
  if (values.earlier) return values.earlier;
  const places = productFiles.toSorted().map(file => placesIn(file, readProjectFile(file)));
  const reached = places.filter(([place]) => place && testsOf(place.file).length > 0).flat();
  const rest = places.flat().length - reached.length;
  console.log(`${reached.length} places; left out ${rest} that no test reaches`);
  const [count, seed] = [Number(values.count), Number(values.seed)];
  return drawMutants(reached, { count, seed, read: readProjectFile });
}

async function play(root: string, mutant: Mutant): Promise<Played> {
  const source = allFiles.includes(mutant.file) ? readProjectFile(mutant.file) : '';
  const changed = mutated(source, mutant);
  if (changed === undefined) return { ...mutant, result: 'gone', tests: [] };
  const files = testsOf(mutant.file);
  const { tests, failures } = await runInTime(
    async limit => {
      fs.writeFileSync(join(root, mutant.file), changed);
      const run = await runTests(root, files, { bail: 1, limit });
      fs.writeFileSync(join(root, mutant.file), source);
      return {
        ...run,
        late: run.failures[0] === hangs ? files.find(one => !run.tests.includes(one)) : undefined,
      };
    },
    file => runTests(root, [file], { bail: 0 }),
  );
  const [killedBy] = failures;
  const result = killedBy === undefined ? 'survived' : killedBy === hangs ? 'timeout' : 'killed';
  return { ...mutant, result, killedBy, tests };
}

/** Returns the files that ran and the reasons why they failed. `limit`: for each file, in milliseconds. */
async function runTests(root: string, files: string[], { bail, limit }: { bail: number; limit?: number }) {
  const run: TestRun = { root, project: values.project, files, maxWorkers: Number(values.workers), bail };
  const child = fork(join(root, 'tools/run-tests.ts'), [JSON.stringify(run)], {
    cwd: root,
    detached: true, // a group of processes, which ends together
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, TMPDIR: `${root}-tmp` },
  });
  running.add(child);
  const [tests, failures]: [string[], string[]] = [[], []];
  const hang = () => {
    failures.push(hangs);
    killGroup(child);
  };
  const timer = limit === undefined ? undefined : setTimeout(hang, limit);
  child.on('message', ({ file, failed }: TestEvent) => {
    timer?.refresh();
    if (file !== undefined) tests.push(file);
    if (failed !== undefined) failures.push(`${file ?? 'outside the tests'}: ${failed}`);
  });
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  killGroup(child);
  running.delete(child);
  if (code !== 0 && failures.length === 0) failures.push('the test run crashed');
  return { tests, failures };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All processes of the group have ended.
  }
}

async function report(): Promise<void> {
  const killers = new Set(
    played.flatMap(({ result, tests }) => (result === 'killed' ? tests.slice(-1) : [])),
  );
  const unreliable = killers.size > 0 ? (await runTests(firstRoot, [...killers], { bail: 0 })).failures : [];
  const count = (...results: string[]) => played.filter(({ result }) => results.includes(result)).length;
  for (const { file, line, operator, before, after, tests } of played.filter(
    one => one.result === 'survived',
  ))
    console.log(`\n${file}:${line}  ${operator}\n- ${before.trim()}\n+ ${after.trim()}\n${tests.join(' ')}`);
  for (const failure of unreliable) console.log(`\nThis test fails without a change, too: ${failure}`);
  const [killed, hanging, gone] = [count('killed', 'timeout'), count('timeout'), count('gone')];
  console.log(`\nkilled ${killed} of ${played.length - gone} (${hanging} hang); ${gone} are gone`);
  const { json, seed } = values;
  if (json) fs.writeFileSync(json, `${JSON.stringify({ seed, unreliable, mutants: played }, null, 2)}\n`);
}
