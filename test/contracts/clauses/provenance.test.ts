import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AnyOperation, limits, operations, pollingPlans, problems } from '#contracts';
import { bookingStatusWords, moveProvenance } from '#contracts/booking-status';
import { assumptions, observations } from '#contracts/clauses/reasons';
import { originOf, showProvenance, statementsOf } from '#contracts/openapi';
import { statusFields } from '#contracts/operations/shapes/answer';
import {
  byAssumption,
  byObservation,
  bySpecification,
  observed,
  type Provenance,
  provenanceKinds,
  provenanceText,
  sourceOf,
} from '#contracts/provenance';
import { isUnspecifiedAt } from '#contracts/schema-walk';
import { clauses, isClauseId } from '#scenarios/judge';
import { provenancesOf } from './provenances.ts';
import { schemaFields } from './schema-fields.ts';

const registry: AnyOperation[] = Object.values(operations);

/** Returns the provenance of an operation, of an answer or of a field. An empty name means the operation or answer itself. */
function find(where: string, name: string): Provenance | undefined {
  const path = name === '' ? where : name.startsWith('[') ? where + name : `${where}.${name}`;
  return registry.flatMap(provenancesOf).find(place => place.path === path)?.provenance;
}

describe('provenance', () => {
  it.each(registry)('is given for every field of $id', operation => {
    const bare = provenancesOf(operation).filter(({ provenance }) => provenance === undefined);
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it.each(registry)('names clauses that exist in $id', operation => {
    const lost = provenancesOf(operation).filter(
      ({ provenance }) => provenance.kind === 'specified' && !isClauseId(provenance.clause),
    );
    expect(lost).toEqual([]);
  });

  it('gives the specification no status word that it does not name (status.values)', () => {
    const meta = z.globalRegistry.get(statusFields.bookingStatus);
    const others = [meta?.['x-observed-values'], meta?.['x-assumed-values']].flat();
    const named = bookingStatusWords.filter(word => clauses['status.values'].statement.includes(word));
    expect(bookingStatusWords.filter(word => !named.includes(word))).toEqual(others);
    expect(others).toEqual(['Cancelled', 'Expired']);
    expect(meta?.description).toContain('Public clients show Cancelled; Expired is assumed');
  });

  // Public clients and documentation are not a part of this repository. This list says what they show.
  it.each([
    ['hotel.search', 'client-path', ['']],
    ['transfer.doBooking', 'vendor-docs', ['']],
    ['car.cancelByService', 'vendor-docs', ['']],
    [
      'hotel.search request',
      'client-alternative',
      ['Criteria.NumNights', 'Criteria.MainPaxCountryCodeNationality'],
    ],
    [
      'hotel.search request',
      'client-request',
      ['Criteria.DestinationId', 'Criteria.SearchRooms[].ChildAges'],
    ],
    ['hotel.search answer', 'client-reads', ['TotalTime', 'Hotels[].HotelId', 'Hotels[].Rooms[].ChildAges']],
    ['hotel.search answer', 'money', ['Hotels[].Rooms[].TotalSellingPrice.Value']],
    [
      'hotel.doBooking request',
      'client-request',
      ['Rooms[].RoomId', 'Rooms[].Paxs[].Cpf', 'Rooms[].Payment'],
    ],
    ['transfer.search answer', 'client-reads', ['Transfers[].SupplierName']],
    ['tour.search request', 'client-model', ['Criteria.ChildAges']],
    ['hotelDetail answer', 'vendor-docs', ['destination.name', 'destination.name.en']],
    [
      'getBookingDetail answer',
      'client-reads',
      ['Booking.Services[].Paxs[].Age', 'Booking.Services[].SupplierName'],
    ],
    ['getBookingList request', 'client-request', ['SearchBookingCriteria.ServiceTypes']],
  ])('calls observed what public clients and documentation show: %s, %s', (where, reason, names) => {
    for (const name of names) expect(find(where, name), name).toEqual({ kind: 'observed', reason });
  });

  it.each([
    ['autocomplete', 'other-path', ['']],
    ['autocomplete answer', 'form', ['[].name', '[].type', '[].destinationId']],
    ['hotel.revalidateBookingConditions', 'operation', ['']],
    ['cancelBooking', 'operation', ['']],
    ['car.doBooking answer', 'other-answer', ['']],
    ['car.search answer', 'other-name', ['Cars[].CarId']],
    ['hotel.search request', 'other-name', ['Criteria.HotelIds']],
    ['hotel.search answer', 'form', ['Hotels[].Rooms[].Id']],
    ['hotel.search answer', 'field', ['Hotels[].Rooms[].SupplierName']],
    ['getBooking answer', 'booking', ['Booking.Invoice', 'Booking.Invoice.IssuedAt']],
    ['getBookingDetail answer', 'booking', ['Booking.Services[].Voucher']],
    ['getBookingDetail answer', 'pax', ['Booking.Services[].Paxs[].DocumentNumber']],
    ['hotel.getBookingConditions answer', 'field', ['PaymentConditions[].PaymentConditionId']],
    ['airportDetail answer', 'answer', ['iataCode', 'destinationId']],
  ])(
    'calls assumed what neither specification nor clients show like this: %s, %s',
    (where, reason, names) => {
      for (const name of names) expect(find(where, name), name).toEqual({ kind: 'assumed', reason });
    },
  );

  it('uses every reason', () => {
    const parts = [
      ...registry.flatMap(provenancesOf),
      ...[limits, problems, pollingPlans].flatMap(list => Object.values<{ provenance: Provenance }>(list)),
    ];
    const used = new Set(parts.map(({ provenance }) => originOf(provenance)));
    used.add(originOf(moveProvenance('pending', 'rejected')));
    const reasons = [
      ...Object.keys(observations).map(key => `observed ${key}`),
      ...Object.keys(assumptions).map(key => `assumed ${key}`),
    ];
    expect(reasons.filter(reason => !used.has(reason))).toEqual(['assumed words']); // verify names this reason
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
