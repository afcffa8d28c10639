import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { readConfigFile } from '#scenarios/cli/config-file';
import { readFaults } from '#scenarios/cli/fault-option';
import { configOptions } from '#scenarios/cli/options';

const hasTools = ['bash', 'curl'].every(tool => spawnSync(tool, ['--version']).status === 0);
// In CI a missing program is an error, so that the tests are not skipped.
const canRun = hasTools || process.env.CI !== undefined;
const guide = readFileSync('docs/guides/faults.md', 'utf8');

/** Returns the blocks of a language, in order. */
const blocksOf = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

it.runIf(canRun)('arms, lists and disarms by the commands of the guide, one after the other', async () => {
  const [serve = '', ...commands] = blocksOf('sh');
  const [, fault = ''] = /^npm start -- --fault '([^']+)'\n$/.exec(serve) ?? [];
  const supplier = createMockSupplier({ faults: [fault] });
  const listening = await listen(supplier, { port: 0 });
  const child = spawn('bash', ['-e', '-u'], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    output += text;
  });
  child.stdin.end(commands.join('\n').replaceAll('http://127.0.0.1:4010', listening.url));
  const [status] = await once(child, 'close');
  await listening.close();
  const answers = output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(status).toBe(0);
  expect(answers).toMatchObject([
    { id: 'fault-2' },
    { id: 'down' },
    [{ id: 'fault-4' }, { id: 'fault-5' }],
    [{ id: 'slow' }, { id: 'fault-2' }, { id: 'down' }, { id: 'fault-4' }, { id: 'fault-5' }],
    { id: 'unlucky', faults: 2 },
  ]);
  expect(supplier.sandboxes.require('default').faults.size).toBe(0);
});

it('counts in process as the example of the guide says', () => {
  const [code = ''] = blocksOf('js');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', code.replace('travel-understudy/mock-server', '#mock-server')],
    { encoding: 'utf8' },
  );
  expect({ stdout, stderr }).toEqual({ stdout: 'fault-1: 0, fault-2: 0\n', stderr: '' });
});

it('reads the config file of the guide', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
  const path = join(folder, 'understudy.yaml');
  writeFileSync(path, blocksOf('yaml')[0] ?? '');
  const { given, problems } = await readConfigFile(path).finally(() => rmSync(folder, { recursive: true }));
  expect(problems).toEqual([]);
  const texts = given('fault', configOptions.fault) ?? [];
  const faults = texts.flatMap(({ text, source }) => readFaults(text, source));
  expect(faults.map(({ effect }) => effect.kind)).toEqual(['cut', 'delay', 'business']);
});

it('takes every example of the shorthand', () => {
  const table = guide.split('| to express ')[1]?.split('The shorthand cannot express')[0] ?? '';
  const examples = [...table.matchAll(/`([^`<]+)`/g)].map(([, text = '']) => text);
  const whole = examples.filter(text =>
    /^(?:[\w.*+]+:)?(?:status|delay|price|body|cut|visibility|timeline|business)\b(?![.@])/.test(text),
  );
  expect(whole.length).toBeGreaterThan(10);
  for (const text of whole) expect(readFaults(text, 'guide'), text).toHaveLength(1);
  for (const text of examples.filter(one => /^(?:nth=|body\.)/.test(one)))
    expect(readFaults(`*.doBooking+*.search:delay=PT1S,${text}`, 'guide'), text).toHaveLength(1);
});
