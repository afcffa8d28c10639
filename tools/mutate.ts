// Changes one line of the product at a time and counts the changes that no test notices.
//   npm run mutate -- --count 60 --seed 1
// It works in a copy of the working tree. It prints the survivors: changes after which all tests that ran passed.
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFiles, projectRoot, readProjectFile } from '../test/house/project-files.ts';
import { drawMutants, type Mutant, mutated, placesIn } from './mutants.ts';
import { createNearestTests, firstTests } from './nearest-tests.ts';
import type { TestEvent, TestRun } from './run-tests.ts';

interface Played extends Mutant {
  /** `gone`: the mutant is from a file of mutants, and its line is no longer in the sources. */
  readonly result: 'killed' | 'survived' | 'timeout' | 'gone';
  readonly killedBy?: string | undefined;
  /** The tests that ran, in their order. */
  readonly tests: readonly string[];
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    /** Files that start with this path. */
    only: { type: 'string', default: '' },
    /** The JSON of an earlier run, whose mutants are played again. */
    mutants: { type: 'string' },
    json: { type: 'string' },
    project: { type: 'string', default: 'unit' },
    /** The number of test files per mutant. */
    most: { type: 'string', default: '40' },
    jobs: { type: 'string', default: '1' },
    /** The number of workers of each job. */
    workers: { type: 'string', default: '1' },
    /** The minutes without any finished test file after which a mutant counts as one that hangs. */
    patience: { type: 'string', default: '10' },
  },
});

/** Files without behaviour: real places and names. */
const data =
  /\.d\.ts$|^contracts\/shapes\/countries\.ts$|^scenarios\/draw\/names\.ts$|\/reference\/places\.ts$/;
const allFiles = projectFiles();
const running = new Set<ChildProcess>();
const hangs = 'no test file ended in time';
const scratch = mkdtempSync(join(tmpdir(), 'mutate-'));

process.on('exit', () => {
  for (const child of running) killGroup(child);
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

const roots = Array.from({ length: Number(values.jobs) }, (_, job) => copyTree(join(scratch, `${job}`)));
const runnable = new Set(runnableTests(roots[0] ?? ''));
const nearestTests = createNearestTests(allFiles, readProjectFile);
const mutants = chosenMutants();
const queue = mutants.entries();
const played: Played[] = [];
await checkThatTestsRun(roots[0] ?? '');
await Promise.all(roots.map(playQueue));
await report(roots[0] ?? '');
process.exit();

function copyTree(root: string): string {
  for (const file of allFiles) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(projectRoot, file), join(root, file));
  }
  mkdirSync(`${root}-tmp`);
  // The copy gets its own caches, which are folders with a dot. A command in .bin finds the project through its own path.
  for (const folder of ['node_modules', 'node_modules/.bin']) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of readdirSync(join(projectRoot, folder)))
      if (!name.startsWith('.')) symlinkSync(join(projectRoot, folder, name), join(root, folder, name));
  }
  return root;
}

function runnableTests(root: string): string[] {
  const command = [
    'node_modules/vitest/vitest.mjs',
    'list',
    '--filesOnly',
    '--json',
    '--project',
    values.project,
  ];
  const listed = execFileSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  const files: { file: string }[] = JSON.parse(listed);
  return files.map(({ file }) => relative(realpathSync(root), file));
}

function testsOf(file: string): string[] {
  return firstTests(
    nearestTests(file).filter(test => runnable.has(test)),
    Number(values.most),
  );
}

function chosenMutants(): Mutant[] {
  if (values.mutants !== undefined) return JSON.parse(readFileSync(values.mutants, 'utf8')).mutants;
  const files = allFiles.filter(
    file =>
      /^(contracts|mock-server|client|scenarios)\/.*\.tsx?$/.test(file) &&
      !data.test(file) &&
      file.startsWith(values.only),
  );
  const all = files.toSorted().flatMap(file => placesIn(file, readProjectFile(file)));
  const reached = new Set(files.filter(file => testsOf(file).length > 0));
  const places = all.filter(({ file }) => reached.has(file));
  console.log(
    `${places.length} places; left out ${all.length - places.length} that no test of ${values.project} reaches`,
  );
  return drawMutants(places, {
    count: Number(values.count),
    seed: Number(values.seed),
    read: readProjectFile,
  });
}

async function checkThatTestsRun(root: string): Promise<void> {
  const [test = ''] = nearestTests('contracts/util/nearest.ts');
  const failures = failuresOf(await runTests(root, [test], true));
  if (failures.length > 0) throw new Error(`The tests do not run in the copy: ${failures[0]}`);
}

async function playQueue(root: string): Promise<void> {
  for (const [index, mutant] of queue) {
    const one = await play(root, mutant);
    played[index] = one;
    const place = `${one.file}:${one.line} ${one.operator}`;
    console.log(
      `${index + 1}/${mutants.length} ${one.result}: ${place} (${one.tests.length} tests) ${one.killedBy ?? ''}`,
    );
  }
}

async function play(root: string, mutant: Mutant): Promise<Played> {
  const source = allFiles.includes(mutant.file) ? readProjectFile(mutant.file) : '';
  const changed = mutated(source, mutant);
  if (changed === undefined) return { ...mutant, result: 'gone', tests: [] };
  writeFileSync(join(root, mutant.file), changed);
  const events = await runTests(root, testsOf(mutant.file), true);
  writeFileSync(join(root, mutant.file), source);
  const tests = events.flatMap(event => ('file' in event ? [event.file] : []));
  const [killedBy] = failuresOf(events);
  const result = killedBy === undefined ? 'survived' : killedBy === hangs ? 'timeout' : 'killed';
  return { ...mutant, result, killedBy, tests };
}

/** Returns the events of the tests. They end with the reason `hangs` if no test file ends for too long. */
function runTests(root: string, files: readonly string[], bail: boolean): Promise<TestEvent[]> {
  if (files.length === 0) return Promise.resolve([]);
  const run: TestRun = { root, project: values.project, files, bail, workers: Number(values.workers) };
  const child = fork(join(root, 'tools/run-tests.ts'), [JSON.stringify(run)], {
    cwd: root,
    // A process group of its own, so that the processes of the tests end with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, TMPDIR: `${root}-tmp` },
  });
  running.add(child);
  const events: TestEvent[] = [];
  return new Promise(resolve => {
    const giveUp = () => {
      events.push({ end: hangs });
      killGroup(child);
    };
    const timer = setTimeout(giveUp, Number(values.patience) * 60_000);
    child.on('message', (event: TestEvent) => {
      events.push(event);
      timer.refresh();
    });
    let stderr = '';
    child.stderr?.on('data', text => {
      stderr += text;
    });
    child.on('close', () => {
      clearTimeout(timer);
      killGroup(child);
      running.delete(child);
      if (!events.some(event => 'end' in event))
        events.push({ end: `the tests did not end: ${stderr.slice(-500)}` });
      resolve(events);
    });
  });
}

function failuresOf(events: readonly TestEvent[]): string[] {
  return events.flatMap(event => {
    if ('end' in event) return event.end === '' ? [] : [event.end];
    return event.failed === undefined ? [] : [`${event.file}: ${event.failed}`];
  });
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

async function report(root: string): Promise<void> {
  const killers = played.flatMap(({ result, tests }) => (result === 'killed' ? tests.slice(-1) : []));
  const unreliable = failuresOf(await runTests(root, [...new Set(killers)], false));
  for (const { file, line, operator, before, after, tests, result } of played)
    if (result === 'survived')
      console.log(
        `\n${file}:${line}  ${operator}\n  - ${before.trim()}\n  + ${after.trim()}\n  ${tests.length} tests: ${tests.join(' ')}`,
      );
  const number = (wanted: Played['result']) => played.filter(({ result }) => result === wanted).length;
  const killed = number('killed') + number('timeout');
  console.log(
    `\nkilled ${killed} of ${played.length - number('gone')}; ${number('timeout')} by a timeout, ${number('gone')} gone`,
  );
  if (unreliable.length > 0)
    console.log(`These tests also fail without a change:\n  ${unreliable.join('\n  ')}`);
  if (values.json)
    writeFileSync(
      values.json,
      `${JSON.stringify({ seed: values.seed, unreliable, mutants: played }, null, 2)}\n`,
    );
}
