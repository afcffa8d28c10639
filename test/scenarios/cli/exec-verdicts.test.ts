import { describe, expect, it } from 'vitest';
import { exec, node, search } from './exec-scripts.ts';

describe('the verdicts', () => {
  /** A Search for Brazilians, whom the wire knows as BR. */
  const odd = search.replace("'BR'", "'BRA'");

  it('name what was broken, the clause, the call that proves it, and make the exit code 1', () => {
    const { status, stderr } = exec([], node(`${odd} await search(base);`));
    expect(status).toBe(1);
    const [, judged = ''] = stderr.split('\nJudged\n');
    expect(judged).toContain('  country-codes (must)\n    field.country: Nationality and Residence hold');
    expect(judged).toMatch(/ {6}#1 {2}[\d:.]+ {2}hotel\.search {2}400/);
    expect(judged).toMatch(/\n {2}Rules: \d+ broken, /);
  });

  it('leave the exit code to the command that failed by itself, and to any with --advisory', () => {
    expect(exec([], node(`${odd} await search(base); process.exit(3)`)).status).toBe(3);
    const { status, stderr } = exec(['--advisory'], node(`${odd} await search(base);`));
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('country-codes (must)'),
    });
  });

  it('are told of each sandbox that was asked, also of one that is gone', () => {
    const script = `${odd}
      const made = await (await fetch(control + '/sandboxes', { method: 'POST', body: JSON.stringify({ id: 'ana' }),
        headers: { 'content-type': 'application/json' } })).json();
      await search(made.baseUrl, made.credential);
      await fetch(control + '/sandboxes/ana', { method: 'DELETE' });
      await search(base);`;
    const { status, stderr } = exec([], node(script));
    expect(status).toBe(1);
    expect(stderr.match(/^Judged: sandbox \w+$/gm)).toEqual([
      'Judged: sandbox ana',
      'Judged: sandbox default',
    ]);
  });
});
