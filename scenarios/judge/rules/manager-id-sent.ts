import { defineRule, finding } from '../assess/index.ts';

export const managerIdSent = defineRule({
  id: 'manager-id-sent',
  level: 'must',
  clauses: ['auth.4'],
  title: 'A correct client sends managerId as an integer in the query of each request for static data.',
  right: 'The request has ?managerId=7.',
  wrong: 'The request has no managerId, or managerId=seven.',
  explanation: 'The judge reads the query of each request for static data.',
  standsAlone: true,
  cases: traffic => traffic.of('static'),
  nothing: 'no request for static data was sent',
  judgeCase(call) {
    const { managerId } = call.facts.request;
    if (managerId !== undefined && /^\d+$/.test(managerId)) return undefined;
    const what = managerId === undefined ? 'without managerId' : `with managerId "${managerId}"`;
    return finding([call], {
      message: `The client sent ${call.facts.operation} (exchange ${call.number}) ${what}. The supplier returns static data only for an integer managerId.`,
      expected: 'A correct client sends the query parameter managerId as an integer, such as "?managerId=1".',
    });
  },
});
