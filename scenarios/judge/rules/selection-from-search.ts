import { defineRule, finding, isGood, isSynthetic } from '../assess/index.ts';

const selects = /^(?:HotelId|RoomIds|CarId|TransferId|TourId|ServiceDate)\b/;

/** What is selected was offered by the Search whose Token is sent. The supplier knows, and refuses what was not. */
export const selectionFromSearch = defineRule({
  id: 'selection-from-search',
  level: 'must',
  clauses: ['svc.2'],
  title: 'Selects hotels, rooms, cars, transfers and tours by ids out of the Search whose Token it sends.',
  right: 'The room id in DoBooking stands in the Search whose Token is used.',
  wrong: 'A room id out of another Search, or a made-up one.',
  explanation: 'the ids that are sent, by what the supplier answered to them',
  standsAlone: true,
  cases: traffic => traffic.of('conditions'),
  nothing: 'nothing was selected',
  judgeCase(call) {
    const { status, answer, request } = call.facts;
    if (isGood(call)) return undefined;
    const wrong = answer.fields?.filter(field => selects.test(field)) ?? [];
    // A field that is missing or of another form is a matter of the contract.
    if (status !== 400 || isSynthetic(call) || wrong.length === 0 || request.item === undefined)
      return 'not applicable';
    const rooms = request.units ? ` with [${request.units.join(', ')}]` : '';
    return finding([call.search, call], {
      message: `Exchange ${call.number} selects ${call.product} ${request.item}${rooms}, refused for ${wrong.join(', ')}: the Search${call.search ? ` of exchange ${call.search.number}` : ''} did not offer it.`,
      expected: 'Ids out of the answer of the Search whose Token is sent.',
    });
  },
});
