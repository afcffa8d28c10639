import { addDays } from '#contracts';
import { asObject } from '#contracts/util';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { caughtBy, criteria, first, firstWith, type Handle, wire } from './broken-client.ts';

/** Replaces a part of the text of a body. */
export const bodyWith = (body: object, part: string | RegExp, text: string): object =>
  asObject(JSON.parse(JSON.stringify(body).replace(part, text)));

const inAddress: Handle = ({ send, url, body }) => {
  const { Username, Password } = asObject(body.Credential);
  return send({ url: `${url}?${new URLSearchParams({ Username: `${Username}`, Password: `${Password}` })}` });
};

export const requests = [
  ...caughtBy(['dates-local-iso', 'booked-as-expected'], 'hotel-confirmed', {
    'converts its dates to another time zone': wire({
      'hotel.search': criteria(given =>
        asObject(JSON.parse(JSON.stringify(given).replace(/\d{4}-\d\d-\d\d/g, date => addDays(date, -1)))),
      ),
    }),
  }),
  ...caughtBy('search-not-repeated', 'hotel-confirmed', {
    'sends the same Search three times': wire({
      'hotel.search': async call => {
        for (let sent = 1; sent < 3; sent += 1) await call.send();
        return call.send();
      },
    }),
  }),
  ...caughtBy('times-utc-hhmm', 'car-confirmed', {
    'sends the local time instead of UTC': wire({
      'car.search': criteria(({ Pickup }) => ({ Pickup: { ...asObject(Pickup), Time: '15:30' } })),
    }),
  }),
  ...caughtBy(['country-codes', 'request-matches-contract'], 'hotel-confirmed', {
    'sends a country that does not exist': wire({
      'hotel.search': firstWith({ Nationality: 'XX' }),
      'hotel.doBooking': first(({ body }) => ({
        body: bodyWith(body, '"Name":', '"Nationality":"XX","Name":'),
      })),
    }),
  }),
  ...caughtBy('credential-in-body', 'hotel-confirmed', {
    'sends its Credential in the URL too': wire({
      'hotel.search': inAddress,
      'hotel.getBookingConditions': inAddress,
      'hotel.doBooking': inAddress,
      getBookingDetail: inAddress,
    }),
  }),
  ...caughtBy(['manager-id-sent', 'request-matches-contract'], 'full-flow', {
    'requests static data without managerId': wire({
      airportDetail: ({ send, url }) => send({ url: url.replace(/\?.*/, '') }),
    }),
  }),
  ...caughtBy('static-data-cached', 'static-data-kept', {
    'does not cache static data': {
      client: setting => ({
        ...createReferenceClient(setting),
        airport: code => createReferenceClient(setting).airport(code),
        hotel: id => createReferenceClient(setting).hotel(id),
      }),
    },
  }),
  ...caughtBy('request-matches-contract', 'hotel-confirmed', {
    'first sends a Search without rooms': wire({
      'hotel.search': firstWith({ SearchRooms: [] }),
    }),
  }),
  ...caughtBy('canonical-paths', 'hotel-confirmed', {
    'writes paths in lower case': wire({
      'hotel.search': ({ send, url }) => send({ url: url.replace('/API/REST/', '/api/rest/') }),
    }),
  }),
  ...caughtBy('test-cards-only', 'prepaid-approved', {
    'first pays with a card number that may be real': wire({
      payBooking: first(({ body }) => ({
        body: bodyWith(body, /"CardNumber":"\d+"/, '"CardNumber":"4539578763621486"'),
      })),
    }),
  }),
  ...caughtBy('tools-accept-both', 'tools-documentation-only', {
    'accepts only one answer format of the tool server until it is refused': wire({
      tools: first(() => ({ headers: { accept: 'application/json' } })),
    }),
  }),
  ...caughtBy('tools-post-only', 'tools-documentation-only', {
    'calls the tool server with GET': wire({
      tools: async ({ send, get }) => {
        await get();
        return send();
      },
    }),
  }),
  ...caughtBy('tools-revision', 'tools-documentation-only', {
    'announces an older revision of the tool protocol until it is refused': wire({
      tools: first(() => ({ headers: { 'mcp-protocol-version': '2024-11-05' } })),
    }),
  }),
];
