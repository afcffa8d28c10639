import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportedOutcomes } from '#contracts/scenario';
import { exitCodes } from '#scenarios/report/exit-codes';
import { play, scriptClient } from '../run/clients.ts';

const guide = readFileSync('docs/guides/run.md', 'utf8');

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
