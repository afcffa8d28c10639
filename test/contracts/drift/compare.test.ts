import { describe, expect, it } from 'vitest';
import { operations, type OperationId } from '#contracts';
import { compareAnswers } from '#contracts/drift';
import { createTestSupplier, createHotelClient } from '../../mock-server/hotel-client.ts';

describe('x', () => {
  it('y', async () => {
    const c = createHotelClient(createTestSupplier().fetch);
    const a = await c.call('hotel.search' as OperationId, { Criteria: { DestinationId: '1001', CheckinDate: '2026-12-10', CheckoutDate: '2026-12-12', SearchRooms: [{ NumAdults: 2 }], Nationality: 'BR' } });
    const r = compareAnswers(operations['hotel.search'], [{ json: a.body }]);
    console.log(r.fields.map(f => `${f.field} ${f.state} ${f.weight ?? ''} ${f.answers}/${f.of} ${f.source}`).join('\n'));
    const text = a.text.replaceAll('"Token"', '"sessionToken"').replaceAll('"CanBook"', '"Yes"').replaceAll('"ReToken"', '"resumeKey"').replaceAll('"TotalSellingPrice"','"totalPrice"').replace(/"TimeSpan":"(\S+) /, '"TimeSpan":"$1T').replace(/"HotelId":(\d+)/g,'"HotelId":"$1"');
    const r2 = compareAnswers(operations['hotel.search'], [{ json: JSON.parse(text) }]);
    console.log(r2.fields.filter(f => f.weight), r2.guesses);
  });
});
