import * as z from 'zod';
import { type OperationId, operationIds, operations } from '#contracts';
import { unwrap } from '#contracts/schema-walk';
import { contractingParty, testCard } from '../hotel-client.ts';

/** The operations with a request body, and the operations whose address holds the whole request. */
export const postIds = operationIds.filter(id => operations[id].method === 'POST');
export const getIds = operationIds.filter(id => operations[id].method === 'GET');

/** The values of fields that do not take any text, number or date, by the name of the field, if needed after the name above it. */
const values: Record<string, unknown> = {
  ...contractingParty,
  ...testCard,
  managerId: 1,
  BookingId: '1234567890',
  airportCode: 'GIG',
  hotelId: 1001001,
  HotelId: 1001001,
  HotelIds: 1001001,
  DestinationId: '1001',
  Nationality: 'BR',
  MainPaxCountryCodeNationality: 'BR',
  Residence: 'BR',
  Currency: 'BRL',
  CheckoutDate: '2026-12-03',
  NumNights: 2,
  NumAdults: 2,
  Quantity: 1,
  SippCodes: 'EDMR',
  CityId: '1001',
  LocationCode: 'GIG',
  LocationType: 'Airport',
  Hour: 10,
  Minutes: 0,
  Time: '10:00',
  'Dropoff.LocationCode': '1001001',
  'Dropoff.LocationType': 'Hotel',
  'Dropoff.Date': '2026-12-03',
  ServiceDateBack: '2026-12-03',
  TimeBack: '12:00',
  NumberOfAdults: 1,
  AdultAges: 34,
  DriverAge: 34,
};
const usual = ['text', 7, true, '2026-12-01', '2026-12-01 00:00:00', 'hotel', 'CONFIRMED'];

/** Returns a value of a schema with every field, and one entry in each list. */
function full(schema: z.core.$ZodType, name = '', above = ''): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.core.$ZodArray) return [full(inner._zod.def.element, name)];
  if (!(inner instanceof z.core.$ZodObject))
    return (
      values[`${above}.${name}`] ?? values[name] ?? usual.find(value => z.safeParse(inner, value).success)
    );
  const shape = Object.entries<z.core.$ZodType>(inner._zod.def.shape);
  return Object.fromEntries(shape.map(([key, field]) => [key, full(field, key, name)]));
}

/** A well-formed request of every operation with every field, but without a credential. Tokens and ids are synthetic. */
export const fullRequests = Object.fromEntries(
  operationIds.map(id => {
    const { Credential: _, token: __, ...request } = Object(full(operations[id].request));
    return [id, request];
  }),
) as Record<OperationId, object>; // Object.fromEntries drops the key types
