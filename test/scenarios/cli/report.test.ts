import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFolder } from '../../folder.ts';
import { runReport, scenarioReport, type Verdict, verdict } from '../report/report-sample.ts';
import { runCommand } from './run-command.ts';

const folder = createFolder();
const path = (name: string) => `${folder.path}/${name}`;

beforeAll(() => {
  const reportWith = (change: Partial<Verdict>, state: 'held' | 'broken') => {
    const judged = verdict('token-used-once', ['Sent\u001b[2J twice.'], change);
    return JSON.stringify(runReport([scenarioReport('hotel-confirmed', [judged], { state })]));
  };
  const broken = reportWith({}, 'broken');
  writeFileSync(path('a.json'), reportWith({ verdict: 'pass', findings: [] }, 'held'));
  writeFileSync(path('b.json'), broken);
  writeFileSync(path('cut.json'), broken.slice(0, 500));
  writeFileSync(path('foreign.json'), '{"name":"x"}');
  mkdirSync(path('folder'));
});

describe('understudy report merge', () => {
  it('says what is new, and writes a page', () => {
    const { status, stdout, stderr } = runCommand(
      `report merge ${path('a.json')} ${path('b.json')} --html ${path('matrix.html')}`,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(
      [
        'New: 1',
        '  token-used-once: hotel-confirmed',
        '',
        '1 scenario, 2 reports',
        'a: 0 of 1 scenario broken',
        'b: 1 of 1 scenario broken',
        '',
      ].join('\n'),
    );
    expect(readFileSync(path('matrix.html'), 'utf8')).toContain('"kind":"document"');
  });

  it('says what is fixed, and keeps the paths of files with one name', () => {
    writeFileSync(path('folder/a.json'), readFileSync(path('b.json')));
    const { stdout } = runCommand(['report', 'merge', path('folder/a.json'), path('a.json')]);
    expect(stdout).toContain('Fixed: 1');
    expect(stdout).toContain(`${path('a.json')}: 0 of 1 scenario broken`);
  });

  it('names every file that it cannot read, and writes nothing', () => {
    const { status, stdout, stderr } = runCommand(
      `report merge ${path('cut.json')} ${path('foreign.json')} ${path('none.json')} --html ${path('not-written.html')}`,
    );
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    expect(stderr).toContain(
      'cut.json: this file is not JSON: unexpected end at line 1, column 501; write the report again with',
    );
    expect(stderr).toContain('foreign.json: this file is no report of Understudy');
    expect(stderr).toContain('none.json: ');
    expect(() => readFileSync(path('not-written.html'))).toThrow('ENOENT');
  });

  it('is what the usage shows where report is called without a command', () => {
    const stderr = expect.stringContaining('merge <file> <files...>');
    expect(runCommand('report')).toMatchObject({ status: 64, stderr });
  });
});
