import { defineRule, finding, isSuccess, isSynthetic } from '../assess/index.ts';

const selects = /^(?:HotelId|RoomIds|CarId|TransferId|TourId|ServiceDate)\b/;

export const selectionFromSearch = defineRule({
  id: 'selection-from-search',
  level: 'must',
  clauses: ['svc.2'],
  title: 'A correct client selects an offer by ids from the Search whose Token it sends.',
  right: 'The client sends a room id from the Search whose Token it sends.',
  wrong: 'The client sends a room id from another Search, or an invented room id.',
  explanation:
    'The judge reads the refusals of the supplier, because only the supplier has all offers of a Search.',
  standsAlone: true,
  cases: traffic => traffic.of('conditions'),
  nothing: 'no conditions were requested',
  judgeCase(call) {
    const { status, answer, request } = call.facts;
    if (isSuccess(call)) return undefined;
    const wrong = answer.fields?.filter(field => selects.test(field)) ?? [];
    // Missing and malformed fields are excluded, because the rule request-matches-contract judges them.
    if (status !== 400 || isSynthetic(call) || wrong.length === 0 || request.item === undefined)
      return 'not applicable';
    const rooms = request.units ? ` with [${request.units.join(', ')}]` : '';
    return finding([call.search, call], {
      message: `The client selected ${call.product} ${request.item}${rooms} (exchange ${call.number}), but the Search${call.search ? ` of exchange ${call.search.number}` : ''} did not offer ${wrong.join(', ')}. This Token cannot book the selection.`,
      expected: 'A correct client sends ids from the answer of the Search whose Token it sends.',
    });
  },
});
