import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { documentOf, verdictReport, writeReport } from '#scenarios/report/index';
import { createFolder } from '../../folder.ts';
import { committedPact } from '../../pact/verifying.ts';
import { scenarioOf } from '../catalogue/scenario-of.ts';
import { runCommand, runProcess } from './run-command.ts';

const { path: folder, write: fileWith, newFolder } = createFolder();

/** What a terminal obeys: an escape sequence, its form of one character, and the override of the direction. */
const hostile = 'a\u001b[31mb\u009b31mc\u202ed';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const obeyed = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

function expectVisibleSigns(text: string): void {
  expect(text).toContain('a␛[31mb\uFFFD31mc\uFFFDd');
  expect(text).not.toMatch(obeyed);
}

describe('control characters of a file', () => {
  const json = JSON.stringify(hostile);
  const { trigger: _, ...known } = scenarioOf('prepaid-pending');
  const scenario = { ...known, id: 'mine', title: hostile };

  const withField = JSON.stringify({ ...scenario, [hostile]: 1 });

  it.each([
    ['a key of a config file', () => ['serve', '--config', fileWith('key.yaml', `${json}: 5\n`)]],
    ['a fault of a config file', () => ['serve', '--config', fileWith('fault.yaml', `fault: ${json}\n`)]],
    ['an argument', () => [hostile]],
    ['the name of a file', () => ['judge', join(folder, `${hostile}.har`)]],
    ['a field of a scenario', () => ['scenarios', 'check', fileWith('field.json', withField)]],
  ])('are visible signs in an error about %s', (_, args) => {
    const { status, stderr } = runCommand(args());
    expect(status).toBe(64);
    expectVisibleSigns(stderr);
  });

  it.each([
    ['scenarios list', ['scenarios', 'list']],
    ['scenarios show', ['scenarios', 'show', 'mine']],
    ['run --list', ['run', '--list', '--scenario', 'mine']],
  ])('are visible signs in the title of a scenario in %s', (_, words) => {
    const file = fileWith('listed.json', JSON.stringify(scenario));
    const { status, stdout } = runCommand([...words, '--scenarios', file]);
    expect(status).toBe(0);
    expectVisibleSigns(stdout);
  });

  it('are visible signs in what verify-pact prints', () => {
    const { json: pact, interactions } = committedPact('hotel', ['hotel.search']);
    const changed = interactions.map(({ json: one }) => ({ ...one, description: hostile }));
    const names = { consumer: { name: hostile }, provider: { name: hostile } };
    const file = fileWith('pact.json', JSON.stringify({ ...pact, ...names, interactions: changed }));
    const { stdout } = runProcess(['verify-pact', file]);
    expect(stdout.split('a␛[31mb\uFFFD31mc\uFFFDd')).toHaveLength(4);
    expect(stdout).not.toMatch(obeyed);
  });

  it.each([
    ['--json', (text: string) => JSON.parse(text)],
    ['--yaml', (text: string) => parse(text)],
  ])('are escapes in scenarios show %s, which reads as the same text', (form, read) => {
    const own = newFolder();
    writeFileSync(join(own, 'mine.json'), JSON.stringify(scenario));
    const { stdout, stderr } = runCommand(['scenarios', 'show', 'mine', '--scenarios', own, form]);
    expect(stdout).not.toMatch(obeyed);
    expect(stderr).toBe('');
    expect(stdout).toContain('\\u202e');
    expect(read(stdout).title).toBe(hostile);
  });
});

it('control characters are escapes in a report as JSON', async () => {
  const report = { ...verdictReport([], 0), understudy: hostile };
  const text = await writeReport('json', documentOf(report));
  expect(text).not.toMatch(obeyed);
  expect(JSON.parse(text)).toEqual(report);
});
