import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { reportedOutcomes, resultSchema, taskSchema } from '#contracts/scenario';
import { exitCodes } from '#scenarios/report/exit-codes';
import { play, scriptClient } from '../run/clients.ts';

const guide = readFileSync('docs/guides/run.md', 'utf8');

/** Returns the names of the properties in a JSON schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(Object(schema.properties)) : [];
  return [...new Set([...own, ...Object.values(schema).flatMap(namesIn)])];
}

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

  it('lists every field of a task and of a result', () => {
    const shown = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    // The fields of guests and cards have the names of the supplier, which begin with a capital.
    const fields = namesIn(z.toJSONSchema(taskSchema)).filter(name => /^[a-z]/.test(name));
    expect(fields).toContain('onPriceChange');
    const [, table = ''] = guide.split('The fields of a task and of its steps:');
    const listed = [...shown(table.split('Five situations')[0] ?? ''), 'destination', 'airport', 'do'];
    expect(fields.filter(name => !listed.includes(name))).toEqual([]);
    const results = Object.keys(resultSchema.shape);
    const parts = Object.keys(resultSchema.shape.shownToUser.unwrap().shape);
    expect([...results, ...parts].filter(name => !shown(guide).includes(name))).toEqual([]);
  });

  it('names every outcome and every exit code', () => {
    for (const outcome of reportedOutcomes) expect(guide).toMatch(new RegExp(`\\b${outcome}\\b`));
    for (const code of Object.values(exitCodes)) expect(guide).toContain(`| ${code} | `);
  });
});
