import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operations } from '#contracts';
import { applyProfile, parseProfile } from '#contracts/profile';

const yaml = readFileSync('docs/guides/acme.yaml', 'utf8');
const guide = readFileSync('docs/guides/profile.md', 'utf8');
const profile = parseProfile(parse(yaml));
const acme = applyProfile(operations, profile);
const blocks = (language: string) =>
  [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, kind]) => kind === language)
    .map(([, , text]) => text ?? '');

describe('the guide to profiles', () => {
  const [request = '', answer = '', error = ''] = blocks('json');

  it('shows a search that the contract understands', () => {
    const read = acme.toContract('hotel.search', 'request', JSON.parse(request));
    expect(operations['hotel.search'].request.safeParse(read).error).toBeUndefined();
  });

  it('shows an answer and an error as the dialect has them', () => {
    for (const text of [answer, error]) {
      const shown: unknown = JSON.parse(text);
      const contract = acme.toContract('hotel.search', 'answer', shown);
      expect(contract).not.toEqual(shown);
      expect(acme.toDialect('hotel.search', 'answer', contract)).toEqual(shown);
    }
    const place = acme.fieldPath('hotel.search', 'request', 'Criteria.SearchRooms[0].NumAdults');
    expect(place).toBe('query.rooms[0].adults');
    expect(error).toContain('"query.rooms[0].adults"');
  });

  it('explains lines that stand in the profile', () => {
    const shown = Object.assign({ name: 'shown' }, ...blocks('yaml').map(text => parse(text)));
    expect(profile).toMatchObject({ ...parseProfile(shown), name: 'acme' });
  });
});
