import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { catalogue } from '#scenarios';
import { createHotelClient } from '../../mock-server/hotel-client.ts';
import { expectAsSpecified } from '../catalogue/expect-as-specified.ts';
import { playByData, playByHeader, playBySurname } from './selected.ts';

const named = catalogue.filter(({ trigger }) => trigger !== undefined);

const everyTenth = catalogue.filter((_, index) => index % 10 === 0);

describe('a scenario that each call selects by its header', () => {
  it.each(everyTenth)('plays as specified: $id', async scenario => {
    expectAsSpecified(scenario, await playByHeader(scenario));
  });
});

describe('a scenario that is chosen in Testville', () => {
  it('is found in a Search by its name', async () => {
    const { fetch } = createMockSupplier({ catalogue });
    const found = await createHotelClient(fetch).search({
      DestinationId: '9000',
      ReturnOnRequestRooms: true,
    });
    const hotels = named.filter(({ products }) => products.includes('hotel'));
    expect(found.Hotels.map(({ Name }) => Name)).toEqual(
      hotels.map(({ trigger }) => `${trigger}, Testville`),
    );
  });

  it.each(named)('plays as specified: $id', async scenario => {
    expectAsSpecified(scenario, await playByData(scenario));
  });
});

describe('a scenario that the surname of a guest selects', () => {
  it.each(catalogue.filter(({ surname }) => surname !== undefined))(
    '$surname plays as specified: $id',
    async scenario => {
      expectAsSpecified(scenario, await playBySurname(scenario));
    },
  );
});
