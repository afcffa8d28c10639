import { addDays } from '#contracts';
import { asObject } from '#contracts/util';
import { createReferenceClient } from '#scenarios/run/play/reference-client';
import { type BrokenClient, criteria, first, type Handle, wire } from './broken-client.ts';

/** Replaces a part of the text of a body. */
export const bodyWith = (body: object, part: string | RegExp, text: string): object =>
  asObject(JSON.parse(JSON.stringify(body).replace(part, text)));

const inAddress: Handle = ({ send, url, body }) => {
  const { Username, Password } = asObject(body.Credential);
  return send({ url: `${url}?${new URLSearchParams({ Username: `${Username}`, Password: `${Password}` })}` });
};

export const requests: readonly BrokenClient[] = [
  {
    name: 'converts its dates to another time zone',
    rule: 'dates-local-iso',
    overlaps: ['booked-as-expected'],
    scenario: 'hotel-confirmed',
    breakIt: wire({
      'hotel.search': criteria(given =>
        asObject(JSON.parse(JSON.stringify(given).replace(/\d{4}-\d\d-\d\d/g, date => addDays(date, -1)))),
      ),
    }),
  },
  {
    name: 'sends the same Search three times',
    rule: 'search-not-repeated',
    scenario: 'hotel-confirmed',
    breakIt: wire({
      'hotel.search': async call => {
        for (let sent = 1; sent < 3; sent += 1) await call.send();
        return call.send();
      },
    }),
  },
  {
    name: 'sends the local time instead of UTC',
    rule: 'times-utc-hhmm',
    scenario: 'car-confirmed',
    breakIt: wire({
      'car.search': criteria(({ Pickup }) => ({ Pickup: { ...asObject(Pickup), Time: '15:30' } })),
    }),
  },
  {
    name: 'sends a country that does not exist',
    rule: 'country-codes',
    overlaps: ['request-matches-contract'],
    scenario: 'hotel-confirmed',
    breakIt: wire({
      'hotel.search': async call => {
        await criteria(() => ({ Nationality: 'XX' }))(call);
        return call.send();
      },
      'hotel.doBooking': first(({ body }) => ({
        body: bodyWith(body, '"Name":', '"Nationality":"XX","Name":'),
      })),
    }),
  },
  {
    name: 'sends its Credential in the URL too',
    rule: 'credential-in-body',
    scenario: 'hotel-confirmed',
    breakIt: wire({
      'hotel.search': inAddress,
      'hotel.getBookingConditions': inAddress,
      'hotel.doBooking': inAddress,
      getBookingDetail: inAddress,
    }),
  },
  {
    name: 'requests static data without managerId',
    rule: 'manager-id-sent',
    overlaps: ['request-matches-contract'],
    scenario: 'full-flow',
    breakIt: wire({ airportDetail: ({ send, url }) => send({ url: url.replace(/\?.*/, '') }) }),
  },
  {
    name: 'does not cache static data',
    rule: 'static-data-cached',
    scenario: 'static-data-kept',
    breakIt: {
      client: setting => ({
        ...createReferenceClient(setting),
        airport: code => createReferenceClient(setting).airport(code),
        hotel: id => createReferenceClient(setting).hotel(id),
      }),
    },
  },
  {
    name: 'first sends a Search without rooms',
    rule: 'request-matches-contract',
    scenario: 'hotel-confirmed',
    breakIt: wire({
      'hotel.search': async call => {
        await criteria(() => ({ SearchRooms: [] }))(call);
        return call.send();
      },
    }),
  },
  {
    name: 'writes paths in lower case',
    rule: 'canonical-paths',
    scenario: 'hotel-confirmed',
    breakIt: wire({
      'hotel.search': ({ send, url }) => send({ url: url.replace('/API/REST/', '/api/rest/') }),
    }),
  },
  {
    name: 'first pays with a card number that may be real',
    rule: 'test-cards-only',
    scenario: 'prepaid-approved',
    breakIt: wire({
      payBooking: first(({ body }) => ({
        body: bodyWith(body, /"CardNumber":"\d+"/, '"CardNumber":"4539578763621486"'),
      })),
    }),
  },
  {
    name: 'accepts only one answer format of the tool server until it is refused',
    rule: 'tools-accept-both',
    scenario: 'tools-documentation-only',
    breakIt: wire({
      tools: first(() => ({ headers: { accept: 'application/json' } })),
    }),
  },
  {
    name: 'calls the tool server with GET',
    rule: 'tools-post-only',
    scenario: 'tools-documentation-only',
    breakIt: wire({
      tools: async ({ send, get }) => {
        await get();
        return send();
      },
    }),
  },
  {
    name: 'announces an older revision of the tool protocol until it is refused',
    rule: 'tools-revision',
    scenario: 'tools-documentation-only',
    breakIt: wire({
      tools: first(() => ({ headers: { 'mcp-protocol-version': '2024-11-05' } })),
    }),
  },
];
