import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AnyOperation, operations } from '#contracts';
import { bookingStatusWords } from '#contracts/booking-status';
import { originOf, showProvenance, statementsOf } from '#contracts/openapi';
import {
  byAssumption,
  byObservation,
  bySpecification,
  observed,
  provenanceKinds,
  provenanceText,
  sourceOf,
} from '#contracts/provenance';
import { isUnspecifiedAt } from '#contracts/schema-walk';
import { statusFields } from '#contracts/shapes/answer';
import { clauses, isClauseId } from '#scenarios/judge';
import { schemaFields } from './schema-fields.ts';

const registry: AnyOperation[] = Object.values(operations);

const fieldsOf = ({ id, request, answer }: AnyOperation) =>
  [...schemaFields(request, `${id} request`), ...schemaFields(answer, `${id} answer`)].map(
    ({ path, schema }) => ({
      path,
      provenance: z.globalRegistry.get(schema)?.['x-provenance'],
    }),
  );

describe('provenance', () => {
  it.each(registry)('is given for every field of $id', operation => {
    const bare = fieldsOf(operation).filter(({ provenance }) => provenance === undefined);
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it.each(registry)('names clauses that exist in $id', operation => {
    const places = [...fieldsOf(operation), ...provenancesOf(operation)];
    const lost = places.filter(({ provenance }) => {
      const { kind, clause } = provenance as { kind: string; clause?: string }; // the test above proves that it exists
      return kind === 'specified' && !isClauseId(clause ?? '');
    });
    expect(lost).toEqual([]);
  });

  it('gives the specification no status word that it does not name (status.values)', () => {
    const meta = z.globalRegistry.get(statusFields.bookingStatus);
    const assumed: unknown = meta?.['x-assumed-values'];
    const named = bookingStatusWords.filter(word => clauses['status.values'].statement.includes(word));
    expect(bookingStatusWords.filter(word => !named.includes(word))).toEqual(assumed);
    expect(meta?.description).toContain('Cancelled and Expired');
  });

  it.each([
    [
      'getBooking answer',
      ['Booking', 'Booking.Invoice', 'Booking.Invoice.IssuedAt', 'Booking.Payments[].PaidAt'],
    ],
    ['getBookingDetail answer', ['Booking.Services[].Voucher', 'Booking.Services[].Paxs[].Age']],
    ['hotel.search request', ['Criteria.SearchRooms[].ChildAges']],
    ['hotel.search answer', ['Hotels[].Rooms[].ChildAges']],
    ['hotel.getBookingConditions answer', ['PaymentConditions[].PaymentConditionId']],
  ])('calls assumed what the specification gives no name for: %s', (where, names) => {
    const kinds = registry.flatMap(fieldsOf).map(({ path, provenance }) => [path, provenance] as const);
    const found = new Map(kinds);
    for (const name of names) expect(found.get(`${where}.${name}`), name).toMatchObject({ kind: 'assumed' });
  });

  it('reaches fields of lists, optional objects and alternatives', () => {
    const inner = z.looseObject({ leaf: z.string() });
    const schema = z.looseObject({
      many: z.array(inner).optional(),
      either: z.union([inner, z.string()]),
      table: z.record(z.string(), inner.nullable()),
    });
    expect(schemaFields(schema).map(({ path }) => path)).toEqual([
      'many',
      'many[].leaf',
      'either',
      'either.leaf',
      'table',
      'table{}.leaf',
    ]);
  });

  it('cannot hide in a kind of schema that is not walked', () => {
    expect(() => schemaFields(z.looseObject({ odd: z.map(z.string(), z.string()) }))).toThrow('type "map"');
  });
});

describe('the kinds of provenance', () => {
  const all = [byAssumption('money'), byObservation('client-reads'), bySpecification('ep.detail')];

  it('are shown as short texts', () => {
    expect(all.map(provenanceText)).toEqual(['assumed', 'observed', 'specified ep.detail']);
    expect(all.map(originOf)).toEqual(['assumed money', 'observed client-reads', 'ep.detail']);
    expect(all.map(sourceOf)).toEqual(['money', 'client-reads', 'ep.detail']);
  });

  it('each have a statement, and are listed with the most certain kind first', () => {
    expect(showProvenance(byObservation('client-reads')).statement).toContain('Public clients');
    expect(Object.keys(statementsOf(all))).toEqual(['ep.detail', 'observed client-reads', 'assumed money']);
    expect([...all].reverse().map(({ kind }) => kind)).toEqual(provenanceKinds);
  });

  it('other than specified do not make a wrong request an error of the client', () => {
    const schema = z.object({ seen: observed('client-request', z.string()) });
    expect(isUnspecifiedAt(schema, 'seen', false)).toBe(true);
    expect(isUnspecifiedAt(schema, 'other', false)).toBe(false);
  });
});

function provenancesOf({ id, provenance, answerProvenance, headers = {} }: AnyOperation) {
  return [
    { path: id, provenance },
    { path: `${id} answer`, provenance: answerProvenance },
    ...Object.entries(headers).map(([name, header]) => ({
      path: `${id} ${name}`,
      provenance: header.provenance,
    })),
  ];
}
