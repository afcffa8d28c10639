import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseProfile } from '#contracts';
import { fieldStates } from '#contracts/drift';
import { driftText } from '#scenarios/reports/drift-text';
import { exitCodes } from '#scenarios/run/exit-code';
import { type Serving, startServing } from '../cli/run-command.ts';
import { createStage } from '../drift/stage.ts';
import { createFolder } from '../run/clients.ts';
import { blocksOf } from './blocks.ts';
import { paste } from './paste.ts';

const folder = createFolder();
afterAll(folder.remove);
const guide = readFileSync('docs/guides/verify.md', 'utf8');
const hasShell = spawnSync('bash', ['--version']).status === 0;
if (!hasShell) console.warn('SKIPPED: test/scenarios/guides/verify.test.ts needs bash');

// In CI what is missing is a failure, not a reason to look away.
describe.runIf(hasShell || process.env.CI !== undefined)('the guide of verify', () => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await startServing();
  });
  afterAll(() => serving.end());

  const [first = '', recorded = '', serve = ''] = blocksOf('verify', 'sh');
  const here = (script: string) =>
    script
      .replaceAll('http://127.0.0.1:4010', serving.ready.baseUrl)
      .replaceAll(/(drift\.json|supplier\.yaml|traffic\.har)/g, `${folder.path}/$1`);

  it('finds no drift in a stand-in by its commands, and gives a profile that serve takes', async () => {
    const { status, stdout } = await paste(here(first));
    expect(status).toBe(0);
    expect(stdout).toMatch(/no drift\n$/);
    expect(JSON.parse(readFileSync(`${folder.path}/drift.json`, 'utf8'))).toMatchObject({ version: 1 });
    expect(parseProfile(parse(readFileSync(`${folder.path}/supplier.yaml`, 'utf8')))).toBeDefined();

    const [, , , ...options] = serve
      .trim()
      .replace('supplier.yaml', `${folder.path}/supplier.yaml`)
      .split(' ');
    const speaking = await startServing(options);
    expect(await speaking.end()).toBe(0);

    const read = await paste(here(recorded));
    expect(read.status).toBe(0);
    expect(read.stdout).toMatch(/no drift\n$/);
  });
});

describe('the guide of verify', () => {
  it('shows what the report says', async () => {
    const stage = createStage({
      alter: (id, json) => {
        if (id !== 'hotel.search') return json;
        const { Token, TimeSpan, ...rest } = json;
        return { sessionToken: Token, TimeSpan: String(TimeSpan).replace(' ', 'T'), ...rest };
      },
    });
    const text = driftText((await stage.verify()).report, { colors: false });
    const [shown = ''] = blocksOf('verify', 'text');
    const [line = '', ...rest] = shown.trimEnd().split('\n');
    expect(text.replaceAll(/ +/g, ' ')).toContain(line.replaceAll(/ +/g, ' '));
    expect(text).toContain(rest.join('\n').trim());
  });

  it('names every state and every exit code', () => {
    for (const state of fieldStates) expect(guide).toContain(`\`${state}\``);
    for (const code of Object.values(exitCodes)) expect(guide).toContain(`| ${code} | `);
  });
});
