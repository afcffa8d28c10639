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
const files = ['docs/guides/acme.yaml', ...bundledProfileNames().map(name => bundledProfileFile(name) ?? '')];
const endOfPath = { 'CancellationPolicies.Value': 'Amount' };

describe('the JSON Schema of profiles', () => {
  it.each(files)('accepts %s', file => {
    const profile: unknown = parse(readFileSync(file, 'utf8'));
    expect(schema.safeParse(profile)).toMatchObject({ success: true });
    expect(committed.safeParse(profile)).toMatchObject({ success: true });
  });

  it.each([
    ['a name of a field as a key', search({ request: { NumNights: 'nights' } })],
    ['a path of a field as a key', search({ request: { 'Criteria.SearchRooms.NumAdults': { as: 'text' } } })],
    ['a name at the top as a key', search({ request: { '.Criteria': '.' } })],
    ['the end of a path as a key', { name: 'x', provenance: 'observed', fields: endOfPath }],
    ['the name of itself, which a JSON file can contain', { $schema: 'profile.schema.json', name: 'x' }],
  ])('accepts %s', (_, profile) => {
    expect(schema.safeParse(profile)).toMatchObject({ success: true });
  });

  it.each([
    ['no name', {}],
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

  it('explains every field of a profile and every operation', () => {
    const { properties, $defs } = Object(document);
    const entries = [properties, $defs.change.anyOf[1].properties, properties.operations.properties];
    const shown = entries.flatMap(one => Object.entries<{ description?: string }>(one));
    const silent = shown.filter(([name, { description }]) => name !== '$schema' && !description);
    expect(silent.map(([name]) => name)).toEqual([]);
    expect(Object.keys(properties.operations.properties)).toEqual(operationIds);
  });
});
