import { defineRule, finding } from '../assess/index.ts';

/** Static data is asked for with the number of the manager. */
export const managerIdSent = defineRule({
  id: 'manager-id-sent',
  level: 'must',
  clauses: ['auth.4'],
  title: 'Sends managerId as an integer in the query of static requests.',
  right: '?managerId=7.',
  wrong: 'No managerId, or "seven".',
  explanation: 'the query of static requests',
  standsAlone: true,
  cases: traffic => traffic.of('static'),
  nothing: 'no static data was asked for',
  judgeCase(call) {
    const { managerId } = call.facts.request;
    if (managerId !== undefined && /^\d+$/.test(managerId)) return undefined;
    const what = managerId === undefined ? 'without managerId' : `with managerId "${managerId}"`;
    return finding([call], {
      message: `Exchange ${call.number} (${call.facts.operation}) ${what}.`,
      expected: 'The query parameter managerId, a whole number: "?managerId=1".',
    });
  },
});
