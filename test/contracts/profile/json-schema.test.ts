import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { operationIds } from '#contracts';
import { bundledProfileFile, bundledProfileNames } from '#scenarios/catalogue/node';
import { committedForm, publishedDocuments } from '../../../.ci/documents.ts';

const { 'profile.schema.json': document = {} } = publishedDocuments();
const schema = z.fromJSONSchema({ ...document });
const committed = z.fromJSONSchema(Object(committedForm(document)));
const search = (entry: object) => ({ name: 'x', operations: { 'hotel.search': entry } });

describe('the JSON Schema of profiles', () => {
  it.each(['docs/guides/acme.yaml', ...bundledProfileNames().map(name => bundledProfileFile(name) ?? '')])(
    'accepts %s',
    file => {
      const profile: unknown = parse(readFileSync(file, 'utf8'));
      expect(schema.safeParse(profile)).toMatchObject({ success: true });
      expect(committed.safeParse(profile)).toMatchObject({ success: true });
    },
  );

  it.each([
    ['a name', { NumNights: 'nights' }],
    ['a path', { 'Criteria.SearchRooms.NumAdults': { as: 'text' } }],
    ['a name at the top', { '.Criteria': '.' }],
  ])('accepts %s of a field as a key', (_, request) => {
    expect(schema.safeParse(search({ request }))).toMatchObject({ success: true });
  });

  it('accepts the end of a path as a key for all operations', () => {
    const profile = { name: 'x', provenance: 'observed', fields: { 'CancellationPolicies.Value': 'Amount' } };
    expect(schema.safeParse(profile)).toMatchObject({ success: true });
  });

  it.each([
    ['another field', { name: 'x', feilds: {} }],
    ['an unknown operation', { name: 'x', operations: { 'hotel.serch': {} } }],
    ['an unknown field', { name: 'x', fields: { Tokn: 't' } }],
    ['an unknown path', search({ request: { 'Criteria.Tokn': 't' } })],
    ['another change', search({ request: { NumNights: { name: 'n' } } })],
    ['an unknown type', search({ request: { NumNights: { as: 'date' } } })],
    ['a path without a slash', search({ path: 'v2' })],
  ])('rejects %s', (_, profile) => {
    expect(schema.safeParse(profile)).toMatchObject({ success: false });
  });

  it('accepts the name of itself, which a JSON file can contain', () => {
    expect(schema.safeParse({ $schema: 'profile.schema.json', name: 'x' })).toMatchObject({ success: true });
  });

  it('explains every field of a profile and every operation', () => {
    const { properties, $defs } = Object(document);
    const entries = [properties, $defs.change.anyOf[1].properties, properties.operations.properties];
    const shown = entries.flatMap(one => Object.entries<{ description?: string }>(one));
    const silent = shown.filter(([name, { description }]) => name !== '$schema' && !description);
    expect(silent.map(([name]) => name)).toEqual([]);
    expect(Object.keys(properties.operations.properties)).toEqual(operationIds);
  });
});
