import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '#scenarios/report/exit-codes';
import { writeReport } from '#scenarios/report/index';
import { driftDocument, fieldStates } from '#scenarios/verify';
import { blocksOf } from '../../docs/blocks.ts';
import { altering, verifyWith } from '../verify/stage.ts';

const guide = readFileSync('docs/guides/verify.md', 'utf8');

describe('the guide of verify', () => {
  it('shows what the report says', async () => {
    const { report } = await verifyWith({
      alter: altering('hotel.search', ({ Token, TimeSpan, ...rest }) => {
        return { sessionToken: Token, TimeSpan: String(TimeSpan).replace(' ', 'T'), ...rest };
      }),
    });
    const text = await writeReport('text', driftDocument(report));
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
