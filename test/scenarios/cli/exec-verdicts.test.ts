import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictReportSchema } from '#scenarios/report/schema';
import { createFolder } from '../../folder.ts';
import { exec, node, search } from './exec-scripts.ts';

const folder = createFolder();

describe('the verdicts of exec', () => {
  const path = (name: string) => join(folder.path, name);
  const read = (name: string) => readFileSync(path(name), 'utf8');
  const github = (summary: string) => ({ GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: path(summary) });
  /** A Search with the wrong country code BRA instead of BR. */
  const odd = search.replace("'BR'", "'BRA'");

  it('go into the reports that are wanted, and to GitHub, make the exit code 1, and leave stdout to the command', () => {
    const options = ['--report', `json=${path('a.json')}`, '--report', `junit=${path('a.xml')}`];
    const command = node(`${odd} console.log(await search(base));`);
    const { status, stdout, stderr } = exec(options, command, github('summary.md'));
    expect({ status, stdout }).toEqual({ status: 1, stdout: '400\n' });
    const [, judged = ''] = stderr.split('\nBroken: 2 rules\n');
    expect(judged).toContain('  country-codes (must)\n    field.country: Nationality and Residence are');
    expect(judged).toMatch(/ {6}#1 {2}[\d:.]+ {2}hotel\.search {2}400/);
    expect(judged).toMatch(/^sandbox default: 1 call; rules: 2 broken, /m);
    expect(stderr).toMatch(/^::error title=country-codes in sandbox default::/m);
    const judgedOnce = { exitCode: 1, judged: [{ source: 'sandbox default', calls: 1 }] };
    expect(verdictReportSchema.parse(JSON.parse(read('a.json')))).toMatchObject(judgedOnce);
    expect(read('a.xml')).toContain('<failure type="broken"');
    expect(read('summary.md')).toContain('| `country-codes` | BROKEN | sandbox default |');
  });

  it('keep the exit code of a command that failed, and cover each sandbox that received calls, also a removed one', () => {
    const script = `${odd}
      const made = await (await fetch(control + '/sandboxes', { method: 'POST', body: JSON.stringify({ id: 'ana' }),
        headers: { 'content-type': 'application/json' } })).json();
      await search(made.baseUrl, made.credential);
      await fetch(control + '/sandboxes/ana', { method: 'DELETE' });
      await search(base);
      process.exit(3);`;
    const { status, stderr } = exec([], node(script));
    expect(status).toBe(3);
    expect(stderr).toContain('  hotel.search  2      400 ×2\n');
    expect(stderr.match(/^sandbox \w+: 1 call;/gm)).toEqual([
      'sandbox ana: 1 call;',
      'sandbox default: 1 call;',
    ]);
    expect(stderr.match(/^ {2}country-codes .*/gm)).toEqual(['  country-codes (must) in 2 sources']);
    expect(stderr).toContain('    Also in: sandbox default\n');
  });

  it('are absent if the command makes no call: the exit code is 2, and every report says why', () => {
    const forms = ['json', 'junit', 'tap'].flatMap(form => ['--report', `${form}=${path(form)}`]);
    const { status, stderr } = exec([...forms, '--fault', 'cut'], ['true'], github('none'));
    expect(status).toBe(2);
    expect(stderr).toContain(
      '\nThe supplier received no call.\n\nFaults\n\n  fault-1  cut  matched no call\n\nNothing was judged, because the supplier received no call. Give the client the address of the stand-in (UNDERSTUDY_BASE_URL).\n',
    );
    expect(stderr).toMatch(/^::error title=Nothing was judged::/m);
    expect(JSON.parse(read('json'))).toMatchObject({ exitCode: 2, judged: [] });
    expect(read('junit')).toContain('<failure type="nothing-judged"');
    expect(read('tap')).toMatch(/^not ok 1 - calls/m);
    expect(read('none')).toContain('Nothing was judged');
    expect(read('none')).not.toContain('no rule was broken');
  });

  it('change no exit code with --advisory', () => {
    const stderr = expect.stringContaining('country-codes (must)');
    expect(exec(['--advisory'], node(`${odd} await search(base);`))).toMatchObject({ status: 0, stderr });
  });
});
