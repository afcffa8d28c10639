import { describe, expect, it } from 'vitest';
import { answer, at, described, request } from './described-operation.ts';

type Json = Readonly<Record<string, unknown>>;

describe('a field with other values', () => {
  const paid = (change: Json) => at(request(described('payBooking', { request: change })), 'BookingId');

  it('has the words of the dialect: those that the server writes, and in a request those that it reads', () => {
    const values = { hotel: ['H', 'HTL'], car: 7 };
    const asked = described('getBookingList', {
      request: { 'SearchBookingCriteria.ServiceTypes': { values } },
      answer: { 'Bookings.ServiceTypes': { values } },
    });
    expect(at(request(asked), 'SearchBookingCriteria.ServiceTypes[]')).toMatchObject({
      type: ['string', 'number'],
      enum: ['H', 'HTL', 7, 'transfer', 'tour'],
    });
    expect(at(answer(asked), 'Bookings[].ServiceTypes[]').enum).toEqual(['H', 7, 'transfer', 'tour']);
  });

  it('has words in place of true and false, and words beside the values of an open text', () => {
    const schema = answer(
      described('hotel.search', {
        answer: {
          IsPrePayment: { values: { true: 'Y', false: 'N' } },
          SupplierName: { values: { Understudy: 1 } },
        },
      }),
    );
    expect(at(schema, 'Hotels[].Rooms[].IsPrePayment')).toMatchObject({ type: 'string', enum: ['Y', 'N'] });
    expect(at(schema, 'Hotels[].Rooms[].SupplierName').type).toEqual(['string', 'number']);
  });

  it('can be a number, a text, or a list with one entry', () => {
    expect(paid({ BookingId: { as: 'number' } }).type).toEqual(['number', 'string']);
    expect(paid({ BookingId: { as: 'list' } })).toMatchObject({
      type: 'array',
      items: { type: 'string', minLength: 1 },
      minItems: 1,
      maxItems: 1,
      'x-provenance': { clause: 'res.payment' },
    });
    const pax = request(described('car.doBooking', { request: { 'Paxs.Age': { as: 'text' } } }));
    const age = at(pax, 'Paxs[].Age');
    expect(age).toMatchObject({ type: ['string', 'null'], pattern: String.raw`^-?\d+$` });
    expect(age).not.toHaveProperty('maximum');
  });

  it.each([
    ['DD/MM/YYYY', 'string', 'a date in the format DD/MM/YYYY', String.raw`^\d{2}/\d{2}/\d{4}$`],
    [
      'iso',
      'string',
      'a date in the format YYYY-MM-DDTHH:mm:ss',
      String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$`,
    ],
    ['unix', 'integer', 'a date in seconds since 1970-01-01 00:00:00 UTC', undefined],
    ['dotnet', 'string', expect.stringContaining('/Date(…)/'), expect.any(String)],
  ])('has the date format of the dialect: %s', (format, type, description, pattern) => {
    const schema = request(described('hotel.search', { request: { 'Criteria.CheckinDate': { format } } }));
    const date = at(schema, 'Criteria.CheckinDate');
    expect([date.type, date.description, date.pattern]).toEqual([type, description, pattern]);
    expect(date).not.toHaveProperty('format');
  });

  it('is not required with a default or where requests can leave it out', () => {
    const schema = request(
      described('payBooking', {
        request: {
          BookingId: { default: '7', as: 'number' },
          'PaymentRequestCC1.ContractingParty.CPF': { optional: true },
        },
      }),
    );
    expect(schema.required).not.toContain('BookingId');
    expect(at(schema, 'BookingId').default).toBe(7);
    const party = at(schema, 'PaymentRequestCC1.ContractingParty');
    expect(party.required).not.toContain('CPF');
    expect(at(party, 'CPF')).not.toHaveProperty('x-assumed-required');
    expect(at(party, 'Email')).toHaveProperty('x-assumed-required');
  });
});
