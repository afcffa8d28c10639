import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { reportedOutcomes } from '#contracts/scenario';
import { exitCodes } from '#scenarios/runner/exit-code';
import { play, scriptClient } from '../runner/clients.ts';
import { blocksOf } from './blocks.ts';
import { paste } from './paste.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const guide = readFileSync('docs/guides/run.md', 'utf8');
const hasTools = ['bash', 'python3'].every(tool => spawnSync(tool, ['--version']).status === 0);
if (!hasTools) console.warn('SKIPPED: test/scenarios/guides/run.test.ts needs bash and python3');

// The line about warp is there only where warp works.
const withoutTimes = (text: string): string =>
  text
    .replaceAll(/ +[\d.]+ s, \d+:\d\d on/g, '  X s, X on')
    .replaceAll(/ +[\d.]+ s /g, '  X s ')
    .replace(/^clock warp: .*\n/m, '');

// In CI a missing program is an error, so that the tests are not skipped.
describe.runIf(hasTools || process.env.CI !== undefined)('the guide of run', () => {
  const [first = '', explained = '', drawn = '', reports = ''] = blocksOf('run', 'sh');

  it('shows what its first command says', async () => {
    const { status, stdout, stderr } = await paste(first);
    expect(status).toBe(0);
    // A terminal shows the progress on stderr above the report on stdout.
    expect(withoutTimes(`${stderr}\n${stdout}`)).toBe(withoutTimes(blocksOf('run', 'text')[0] ?? ''));
  });

  it('explains a rule', async () => {
    expect((await paste(explained)).stdout).toContain('repeats DoBooking without a look-up');
  });

  it('plays drawn tasks', async () => {
    const { status, stdout } = await paste(drawn);
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('3 plays of 1 scenario: 3 held'),
    });
  });

  it('writes reports', async () => {
    const { status } = await paste(reports.replaceAll('=report.', `=${folder}/report.`));
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(`${folder}/report.json`, 'utf8'))).toMatchObject({ exitCode: 0 });
    expect(readFileSync(`${folder}/report.xml`, 'utf8')).toContain('<testsuites name="understudy"');
  });
});

describe('the guide of run', () => {
  it('lists every variable that a client finds', async () => {
    const script = `const own = Object.keys(process.env).filter(name => name.startsWith('UNDERSTUDY_')).sort();
      console.log('variables ' + own.join());`;
    const { output = '' } = await play('hotel-confirmed', scriptClient(script));
    const [table = ''] = guide.split('| variable | value |').slice(1);
    const rows =
      table
        .split('\n\n')[0]
        ?.split('\n')
        .filter(line => line.startsWith('| `')) ?? [];
    const listed = rows.flatMap(row =>
      [...(row.split(' | ')[0]?.matchAll(/`(\w+)`/g) ?? [])].map(([, name]) => name),
    );
    expect(/variables (.*)/.exec(output)?.[1]).toBe(listed.sort().join());
  });

  it('names every outcome and every exit code', () => {
    for (const outcome of reportedOutcomes) expect(guide).toMatch(new RegExp(`\\b${outcome}\\b`));
    for (const code of Object.values(exitCodes)) expect(guide).toContain(`| ${code} | `);
  });
});
