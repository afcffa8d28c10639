import { addDays } from '#contracts';
import { asObject } from '#contracts/util';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { broken, criteria, first, firstWith, type Handle, onWire } from './broken-client.ts';

/** Replaces a part of the text of a body. */
export const bodyWith = (body: object, part: string | RegExp, text: string): object =>
  asObject(JSON.parse(JSON.stringify(body).replace(part, text)));

const inAddress: Handle = ({ send, url, body }) => {
  const { Username, Password } = asObject(body.Credential);
  return send({ url: `${url}?${new URLSearchParams({ Username: `${Username}`, Password: `${Password}` })}` });
};

export const requests = [
  onWire(
    'converts its dates to another time zone',
    ['dates-local-iso', 'booked-as-expected'],
    'hotel-confirmed',
    {
      'hotel.search': criteria(given =>
        asObject(JSON.parse(JSON.stringify(given).replace(/\d{4}-\d\d-\d\d/g, date => addDays(date, -1)))),
      ),
    },
  ),
  onWire('sends the same Search three times', 'search-not-repeated', 'hotel-confirmed', {
    'hotel.search': async call => {
      for (let sent = 1; sent < 3; sent += 1) await call.send();
      return call.send();
    },
  }),
  onWire('sends the local time instead of UTC', 'times-utc-hhmm', 'car-confirmed', {
    'car.search': criteria(({ Pickup }) => ({ Pickup: { ...asObject(Pickup), Time: '15:30' } })),
  }),
  onWire(
    'sends a country that does not exist',
    ['country-codes', 'request-matches-contract'],
    'hotel-confirmed',
    {
      'hotel.search': firstWith({ Nationality: 'XX' }),
      'hotel.doBooking': first(({ body }) => ({
        body: bodyWith(body, '"Name":', '"Nationality":"XX","Name":'),
      })),
    },
  ),
  onWire('sends its Credential in the URL too', 'credential-in-body', 'hotel-confirmed', {
    'hotel.search': inAddress,
    'hotel.getBookingConditions': inAddress,
    'hotel.doBooking': inAddress,
    getBookingDetail: inAddress,
  }),
  onWire(
    'requests static data without managerId',
    ['manager-id-sent', 'request-matches-contract'],
    'full-flow',
    { airportDetail: ({ send, url }) => send({ url: url.replace(/\?.*/, '') }) },
  ),
  broken('does not cache static data', 'static-data-cached', 'static-data-kept', {
    client: setting => ({
      ...createReferenceClient(setting),
      airport: code => createReferenceClient(setting).airport(code),
      hotel: id => createReferenceClient(setting).hotel(id),
    }),
  }),
  onWire('first sends a Search without rooms', 'request-matches-contract', 'hotel-confirmed', {
    'hotel.search': firstWith({ SearchRooms: [] }),
  }),
  onWire('writes paths in lower case', 'canonical-paths', 'hotel-confirmed', {
    'hotel.search': ({ send, url }) => send({ url: url.replace('/API/REST/', '/api/rest/') }),
  }),
  onWire('first pays with a card number that may be real', 'test-cards-only', 'prepaid-approved', {
    payBooking: first(({ body }) => ({
      body: bodyWith(body, /"CardNumber":"\d+"/, '"CardNumber":"4539578763621486"'),
    })),
  }),
  onWire(
    'accepts only one answer format of the tool server until it is refused',
    'tools-accept-both',
    'tools-documentation-only',
    { tools: first(() => ({ headers: { accept: 'application/json' } })) },
  ),
  onWire('calls the tool server with GET', 'tools-post-only', 'tools-documentation-only', {
    tools: async ({ send, get }) => {
      await get();
      return send();
    },
  }),
  onWire(
    'announces an older revision of the tool protocol until it is refused',
    'tools-revision',
    'tools-documentation-only',
    { tools: first(() => ({ headers: { 'mcp-protocol-version': '2024-11-05' } })) },
  ),
];
