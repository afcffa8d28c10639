import { describe, expect, it } from 'vitest';
import { type AnyOperation, applyProfile, operations, parseProfile, problems } from '#contracts';
import { createOpenApi } from '#contracts/openapi';
import document from '#contracts/openapi.json' with { type: 'json' };
import { asObject } from '#contracts/util';
import { media } from './described-operation.ts';

const { schemas } = document.components;

function enumsIn(value: unknown, path: string): { path: string; values: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'enum' in value ? [{ path, values: JSON.stringify(value.enum) }] : [];
  const inner = Object.entries(value).flatMap(([name, entry]) => enumsIn(entry, `${path}/${name}`));
  return [...own, ...inner];
}

describe('the components of the OpenAPI document', () => {
  it.each([
    ...(['BookingStatus', 'StatusLabel', 'RestrictionType', 'RevalidateBookingConditions'] as const),
    ...(['PropertyTaxType', 'PaymentStatus', 'LocationType'] as const),
  ])('have %s once, and everything else refers to it', name => {
    const values = JSON.stringify(schemas[name].enum);
    const places = enumsIn({ paths: document.paths, schemas }, '').filter(found => found.values === values);
    expect(places.map(({ path }) => path)).toEqual([`/schemas/${name}`]);
    const uses = JSON.stringify(document).split(`"#/components/schemas/${name}"`).length - 1;
    expect(uses).toBeGreaterThan(0);
  });

  it('leave the provenance to each place that refers to one (status.values)', () => {
    expect(schemas.BookingStatus).not.toHaveProperty('x-provenance');
    expect(schemas.Booking.properties.bookingStatus).toMatchObject({
      $ref: '#/components/schemas/BookingStatus',
      'x-provenance': { clause: 'status.values' },
    });
    expect(schemas.BookedPayment.properties.PaymentStatus['x-provenance']).toMatchObject({ kind: 'assumed' });
  });

  it('name values apart that differ in case only', () => {
    const { enum: values, 'x-enum-varnames': names } = schemas.BookingStatus;
    expect(names).toHaveLength(values.length);
    expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length);
    expect(names[values.indexOf('Pending')]).toBe('Pending');
    expect(names[values.indexOf('PENDING')]).toBe('PENDING_UPPERCASE');
  });
});

describe('the errors of the OpenAPI document', () => {
  it.each(Object.values<AnyOperation>(operations))(
    'of $id have an example of each code of their status',
    one => {
      const item = asObject(asObject(asObject(document.paths)[one.path])[one.method.toLowerCase()]);
      for (const [status, response] of Object.entries(asObject(item.responses))) {
        if (status === '200') continue;
        const codes = Object.entries(asObject(media(response).examples)).map(([code, example]) => {
          expect(asObject(example).value).toMatchObject({ Errors: [{ Code: code }] });
          return code;
        });
        expect(codes.length).toBeGreaterThan(0);
        for (const code of codes) expect(String(problems[code as keyof typeof problems].status)).toBe(status);
      }
    },
  );

  it('have the names of a profile', () => {
    const profile = parseProfile({ name: 'x', fields: { Errors: 'faults', Code: 'kind' } });
    const spoken = createOpenApi({ dialect: applyProfile(operations, profile) });
    const item = asObject(asObject(spoken.paths['/API/REST/Hotel.svc/Search']).post);
    const text = JSON.stringify(asObject(item.responses)['401']);
    expect(text).toContain('"value":{"faults":[{"kind":"InvalidCredential"');
  });
});
