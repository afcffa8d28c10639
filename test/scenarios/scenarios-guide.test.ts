import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { catalogue, playScenario } from '#scenarios';
import { loadScenarios } from '#scenarios/node';
import { command } from '../programs/index.ts';
import { expectAsSpecified } from './catalogue/expect-as-specified.ts';
import { startServing } from './cli/run-command.ts';

// In CI a missing program is an error, so that the tests are not skipped.
const hasShell =
  process.env.CI !== undefined || ['bash', 'curl'].every(tool => spawnSync(tool, ['--version']).status === 0);
const manifest: { exports: Record<string, string | { default: string }> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const guide = readFileSync('docs/guides/scenarios.md', 'utf8');
/** Returns the blocks of a language, in order. */
const blocksOf = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

// A project with the installed package, as far as the examples need it, and with the scenarios of the guide.
const project = mkdtempSync(join(tmpdir(), 'understudy-guide-'));
const folder = join(project, 'my-scenarios');
beforeAll(() => {
  const home = join(project, 'node_modules', 'travel-understudy');
  mkdirSync(home, { recursive: true });
  mkdirSync(folder);
  const entries = Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return [];
    const source = target.default.replace('./dist/', '').replace(/\.js$/, '.ts');
    const file = `${source.replaceAll('/', '-')}.js`;
    writeFileSync(join(home, file), `export * from ${JSON.stringify(resolve(source))};\n`);
    return [[entry, `./${file}`]];
  });
  const name = 'travel-understudy';
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ name, type: 'module', exports: Object.fromEntries(entries) }),
  );
  writeFileSync(join(folder, 'lost-in-lisbon.yaml'), blocksOf('yaml')[0] ?? '');
  writeFileSync(join(folder, 'slow-search.ts'), blocksOf('ts')[0] ?? '');
});
afterAll(() => rmSync(project, { recursive: true }));

/** Runs a program in the project to its end. */
function run(
  program: string,
  args: readonly string[],
): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: project,
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}

const runCode = (code: string) => run(process.execPath, ['--input-type=module', '--eval', code]);

/** Runs lines in a shell that finds our command. */
const runShell = (lines: readonly string[]) =>
  run('bash', [
    '--norc',
    '-e',
    '-u',
    '-c',
    `npx() { shift; "${process.execPath}" "${command}" "$@"; }\n${lines.join('\n')}`,
  ]);

const lines = blocksOf('sh').flatMap(block => block.replaceAll('\\\n', ' ').trim().split('\n'));
const isServing = (line: string) => line.startsWith('npx travel-understudy serve');
const isAsking = (line: string) => line.startsWith('curl');

describe('the guide to scenarios', () => {
  it.each([
    ['chooses one for a supplier', '1\n'],
    ['plays one with the reference client', "expired [ 'expired' ] 148\n"],
    ["loads one's own", 'lost-in-lisbon, slow-search\n'],
  ])('%s in code that runs unchanged', (_, printed) => {
    const index = ['1\n', "expired [ 'expired' ] 148\n"].indexOf(printed);
    expect(runCode(blocksOf('js').at(index) ?? '')).toEqual({ status: 0, stdout: printed, stderr: '' });
  });

  it.runIf(hasShell)('lists, shows and checks by its commands', () => {
    const mine = readFileSync(join(folder, 'lost-in-lisbon.yaml'), 'utf8');
    const runnable = lines.filter(line => !isServing(line) && !isAsking(line) && !line.includes('check'));
    expect(runnable.length).toBeGreaterThan(3);
    const ended = runShell(runnable);
    const copied = readFileSync(join(folder, 'lost-in-lisbon.yaml'), 'utf8');
    writeFileSync(join(folder, 'lost-in-lisbon.yaml'), mine);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(copied).toContain('id: answer-lost-booked');
    expect(runShell(lines.filter(line => line.includes('check')))).toEqual({
      status: 0,
      stdout:
        'lost-in-lisbon: valid; the outcome with the reference client is confirmed\nslow-search: valid; the outcome with the reference client is confirmed\n',
      stderr: '',
    });
  });

  it('starts servers by its commands', async () => {
    const starts = lines.filter(isServing);
    expect(starts).toHaveLength(2);
    for (const line of starts) {
      const args = line
        .split(' ')
        .slice(3)
        .map(word => (word === 'my-scenarios' ? folder : word));
      const { ready, end } = await startServing(args);
      await end();
      expect(line).toContain(`--scenario ${ready.scenario}`);
    }
  });

  it.runIf(hasShell)('makes a sandbox that runs a scenario', async () => {
    const supplier = createMockSupplier({ catalogue });
    const { url, close } = await listen(supplier, { port: 0 });
    const [asked = ''] = lines.filter(isAsking);
    const child = spawn('bash', ['-c', asked.replace('http://127.0.0.1:4010', url)], { stdio: 'ignore' });
    const [status] = await once(child, 'close');
    await close();
    expect([status, supplier.sandboxes.require('lost').identity.scenario]).toEqual([0, 'answer-lost-booked']);
  });

  it('tells what is wrong in the words of the guide', () => {
    const wrong = join(project, 'wrong', 'my-scenarios');
    mkdirSync(wrong, { recursive: true });
    const yaml = (blocksOf('yaml')[0] ?? '').replace('product: hotel', 'product: hotl');
    writeFileSync(join(wrong, 'lost-in-lisbon.yaml'), yaml);
    const { stderr } = run(process.execPath, [
      command,
      'scenarios',
      'check',
      'wrong/my-scenarios/lost-in-lisbon.yaml',
    ]);
    expect(stderr.replace('wrong/', '')).toBe(blocksOf('text')[0]);
  });

  it('has scenarios that the reference client passes', async () => {
    const own = await loadScenarios(folder);
    expect(own.map(({ scenario }) => scenario.id)).toEqual(['lost-in-lisbon', 'slow-search']);
    for (const { scenario } of own) expectAsSpecified(scenario, await playScenario(scenario));
  });

  it('names every field that there is', () => {
    const table = guide.split('## Fields')[1] ?? '';
    const { properties, $defs } = JSON.parse(readFileSync('contracts/scenario.schema.json', 'utf8'));
    const general = ['$schema', 'id', 'title', 'products', 'tags', 'clauses', 'task', 'steps'];
    const names = [...Object.keys(properties), ...Object.keys($defs.ControlTask.properties)];
    expect(names.filter(name => !general.includes(name) && !table.includes(name))).toEqual([]);
  });
});
