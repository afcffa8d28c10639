import { describe, expect, it } from 'vitest';
import { broken, changing, committedPact, newStandIn, pactNames, those, verify } from '../verifying.ts';

describe('the stand-in', () => {
  it.each(pactNames)('keeps what the client relies on: %s', async name => {
    const verdicts = await verify([committedPact(name)], newStandIn());
    expect(broken(verdicts)).toEqual({});
    expect(verdicts.length).toBeGreaterThan(10);
    expect(verdicts.filter(({ result }) => result !== 'holds')).toEqual([]);
  });

  it('keeps it on any day', async () => {
    const pact = committedPact('car', ['car.search', 'car.doBooking']);
    expect(broken(await verify([pact], newStandIn('2031-02-03T23:59:00Z')))).toEqual({});
  });
});

describe('a stand-in that differs from what the client relies on', () => {
  const pact = committedPact('hotel', [
    'hotel.search',
    'hotel.doBooking',
    'hotel.doBooking that ends as Pending (pending)',
    'hotel.doBooking that ends as FAILED (failed)',
  ]);

  it('detects a field with another name', async () => {
    const renamed = changing(newStandIn(), text => text.replaceAll('"RestrictionType"', '"Restriction"'));
    expect(broken(await verify([pact], renamed))).toEqual({
      'hotel.search': [0, 1, 2].map(
        room => `Body $.Hotels[0].Rooms[${room}]: Actual map is missing the following keys: RestrictionType`,
      ),
    });
  });

  it('detects a renamed field that only some answers have', async () => {
    const names = ['Penalty', 'PaidAt', 'PropertyTaxes', 'MoreInformation', 'PhoneDDD', 'Field'];
    const changed = {
      'cancelBooking that costs a penalty': 'Penalty',
      'car.search with what is paid at the property': 'PropertyTaxes',
      'getBookingDetail of a booking that is paid': 'PaidAt',
      'hotel.getBookingConditions of an offer with a note': 'MoreInformation',
      'hotel.search, with nothing in it': 'Field',
      'tour.cancelByService that costs a penalty': 'Penalty',
      'transfer.doBooking with all about a guest': 'PhoneDDD',
    };
    const renamed = changing(newStandIn(), text =>
      text.replace(/"(\w+)":/g, (whole, name) => (names.includes(name) ? `"${name}Renamed":` : whole)),
    );
    const pacts = pactNames.map(name => committedPact(name));
    const verdicts = await verify(
      pacts.map(pact => those(pact, Object.keys(changed))),
      renamed,
    );
    expect(Object.keys(broken(verdicts)).toSorted()).toEqual(Object.keys(changed));
    expect(broken(verdicts)).toMatchObject({
      'cancelBooking that costs a penalty': ['Body $: Actual map is missing the following keys: Penalty'],
    });
  });

  it('detects a missing status', async () => {
    const dropped = changing(newStandIn(), text => text.replaceAll('"Pending"', '"PENDING"'));
    expect(broken(await verify([pact], dropped))).toEqual({
      'hotel.doBooking that ends as Pending (pending)': [
        "Body $.Services[0].bookingStatus: Expected 'PENDING' (String) to be equal to 'Pending' (String)",
        "Body $.bookingStatus: Expected 'PENDING' (String) to be equal to 'Pending' (String)",
      ],
    });
  });

  it('detects an amount as text', async () => {
    const changed = changing(newStandIn(), text => text.replace(/"Value": *([\d.]+)/g, '"Value":"$1"'));
    expect(Object.keys(broken(await verify([pact], changed))).sort()).toEqual([
      'hotel.doBooking',
      'hotel.doBooking that ends as FAILED (failed)',
      'hotel.doBooking that ends as Pending (pending)',
      'hotel.search',
    ]);
  });

  it('detects an error with another status', async () => {
    const provider = newStandIn();
    const always200 = {
      ...provider,
      send: async (...call: Parameters<typeof provider.send>) =>
        new Response(await (await provider.send(...call)).text(), {
          headers: { 'content-type': 'application/json' },
        }),
    };
    const refusals = committedPact('hotel', ['hotel.search, too often', 'hotel.search']);
    expect(broken(await verify([refusals], always200))).toEqual({
      'hotel.search, too often': [
        expect.stringMatching(/^Header Retry-After: /),
        'Status: expected 429 but was 200',
      ],
    });
  });
});
