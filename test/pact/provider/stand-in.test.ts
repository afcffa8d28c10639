import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import { readPact } from '#scenarios/verify/pact/pact-file';
import { blocksOf } from '../../docs/blocks.ts';
import { createFolder } from '../../folder.ts';
import { broken, changing, committedPact, newStandIn, pactNames, verify } from '../verifying.ts';

const { path: dir } = createFolder();

describe('the stand-in', () => {
  it.each(pactNames)('keeps what the client relies on, on any day: %s', async name => {
    const provider = newStandIn(name === 'car' ? '2031-02-03T23:59:00Z' : undefined);
    const verdicts = await verify([committedPact(name)], provider);
    expect(broken(verdicts)).toEqual({});
    expect(verdicts.length).toBeGreaterThan(10);
    expect(verdicts.filter(({ result }) => result !== 'holds')).toEqual([]);
  });

  it('keeps the interaction that the guide of Pact shows', async () => {
    const [code = ''] = blocksOf('pact', 'js');
    const pact = new PactV4({ consumer: 'shop', provider: 'supplier', dir, logLevel: 'error' });
    const play = new Function('pact', 'MatchersV3', code.replace(/^pact$/m, 'return pact'));
    const Credential = { Username: 'demo', Password: 'demo' };
    const asked = { Credential, Token: 'S123', HotelId: 1_003_001, RoomIds: ['1003001-1'] };
    const headers = { 'content-type': 'application/json' };
    const post = { method: 'POST', headers, body: JSON.stringify(asked) };
    await play(pact, MatchersV3).executeTest(({ url }: { url: string }) =>
      fetch(`${url}/API/REST/Hotel.svc/GetBookingConditions`, post),
    );
    const read = readPact('shop.json', readFileSync(join(dir, 'shop-supplier.json'), 'utf8'));
    expect(await verify([read], newStandIn())).toMatchObject([{ result: 'holds' }]);
  });

  it('breaks each interaction whose answer lacks a field, or has another status, word or type', async () => {
    const optional = /"(Penalty|PaidAt|PropertyTaxes|MoreInformation|PhoneDDD|Field)":/g;
    const provider = changing(newStandIn(), (answer, url) => {
      const text = answer.text.replace(optional, '"$1Renamed":');
      if (url === operations['car.doBooking'].path)
        return { ...answer, text: text.replace(/"Value": *([\d.]+)/g, '"Value":"$1"') };
      if (answer.status === 429) return { status: 200, text };
      const [name, other] = url.endsWith('/Search')
        ? ['RestrictionType', 'Restriction']
        : ['Pending', 'PENDING'];
      return { ...answer, text: text.replaceAll(`"${name}"`, `"${other}"`) };
    });
    const ends = ['that ends as FAILED (failed)', 'that ends as Pending (pending)', 'with all about a guest'];
    const pacts = [
      committedPact('hotel', [
        'hotel.search',
        'hotel.search, with nothing in it',
        'hotel.getBookingConditions of an offer with a note',
        ...ends.map(words => `hotel.doBooking ${words}`),
      ]),
      committedPact('car', [
        'car.search with what is paid at the property',
        'car.search, too often',
        'car.doBooking',
      ]),
      committedPact('back-office', [
        'cancelBooking that costs a penalty',
        'getBookingDetail of a booking that is paid',
      ]),
    ];
    const found = broken(await verify(pacts, provider));
    const all = pacts.flatMap(({ interactions }) => interactions.map(({ description }) => description));
    const held = ['hotel.doBooking that ends as FAILED (failed)'];
    expect(all.filter(description => !(description in found))).toEqual(held);
    expect(found).toMatchObject({
      'hotel.search': [0, 1, 2].map(
        room => `Body $.Hotels[0].Rooms[${room}]: Actual map is missing the following keys: RestrictionType`,
      ),
      'hotel.doBooking that ends as Pending (pending)': [
        "Body $.Services[0].bookingStatus: Expected 'PENDING' (String) to be equal to 'Pending' (String)",
        "Body $.bookingStatus: Expected 'PENDING' (String) to be equal to 'Pending' (String)",
      ],
      'car.search, too often': [
        expect.stringMatching(/^Header Retry-After: /),
        'Status: expected 429 but was 200',
      ],
      'cancelBooking that costs a penalty': ['Body $: Actual map is missing the following keys: Penalty'],
    });
  });
});
