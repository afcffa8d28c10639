import { defineRule, finding, isSuccess, isSynthetic } from '../assess/index.ts';

const selects = /^(?:HotelId|RoomIds|CarId|TransferId|TourId|ServiceDate)\b/;

export const selectionFromSearch = defineRule({
  id: 'selection-from-search',
  level: 'must',
  clauses: ['svc.2'],
  title:
    'A correct client selects hotels, rooms, cars, transfers and tours by ids from the Search whose Token it sends.',
  right: 'The room id in the request comes from the Search whose Token it sends.',
  wrong: 'The room id comes from another Search or from no Search.',
  explanation: 'The judge reads the refusals of the supplier, which knows what each Search offered.',
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
