import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../docs/blocks.ts';
import { createFolder } from '../../folder.ts';
import { canRun } from '../../programs/installed.ts';
import { paste } from './paste.ts';

// A project with the installed package, as far as the examples need it, and with the scenarios of the guide.
const { path: project } = createFolder();
const home = join(project, 'node_modules', 'travel-understudy');
mkdirSync(home, { recursive: true });
symlinkSync(resolve('node_modules/msw'), join(project, 'node_modules/msw'));
const manifest: { exports: Record<string, string | { default: string }> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
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
mkdirSync(join(project, 'my-scenarios'));
writeFileSync(join(project, 'my-scenarios/lost-in-lisbon.yaml'), blocksOf('scenarios', 'yaml')[0] ?? '');
writeFileSync(join(project, 'my-scenarios/slow-search.ts'), blocksOf('scenarios', 'ts')[0] ?? '');

it.each([
  ['scenarios', 0, '1\n'],
  ['scenarios', 1, "expired [ 'expired' ] 148\n"],
  ['scenarios', -1, 'lost-in-lisbon, slow-search\n'],
  ['msw', 0, blocksOf('msw', 'text')[0]],
  ['faults', 0, 'fault-1: 0, fault-2: 0\n'],
])(
  'the code of a guide prints what the guide says in docs/guides/%s.md, JavaScript block %i',
  (guide, index, stdout) => {
    const code = blocksOf(guide, 'js').at(index) ?? '';
    const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    expect(ended).toMatchObject({ status: 0, stdout, stderr: '' });
  },
);

/** Returns a text without what changes from day to day or between machines: times, ids, prices, widths, the number of rules. */
const shapeOf = (text: string): string =>
  text
    .replace(/^ {2}Rules: .*$/m, rules => rules.replaceAll(/\d+/g, 'X'))
    .replaceAll(/ +[\d.]+ s, \d+:\d\d on/g, '  X s, X on')
    .replaceAll(/ +[\d.]+ s /g, '  X s ')
    .replaceAll(/\d{5,}|\d+\.\d\d(?= BRL)|trip-[\w-]+/g, 'X')
    // This line is there only where warp works.
    .replace(/^clock warp: .*\n/m, '')
    .replaceAll(/ {2,}/g, '  ')
    .trim();

const canPaste = canRun('a part of shown-output.system.test.ts', 'bash', 'curl', 'python3');

describe.runIf(canPaste)('the first command of a guide', () => {
  it('of docs/guides/run.md prints what the guide shows', async () => {
    const { status, stdout, stderr } = await paste(blocksOf('run', 'sh')[0] ?? '');
    expect(status).toBe(0);
    // A terminal shows the progress on stderr above the report on stdout.
    expect(shapeOf(`${stderr}\n${stdout}`)).toBe(shapeOf(blocksOf('run', 'text')[0] ?? ''));
  });

  it('of docs/guides/exec.md prints the table that the guide shows', async () => {
    const { status, stdout, stderr } = await paste(blocksOf('exec', 'sh')[0] ?? '');
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Booking \d+: CONFIRMED/m),
    });
    expect(shapeOf(stderr)).toBe(shapeOf(blocksOf('exec', 'text')[0] ?? ''));
  });
});
