import {
  type Call,
  defineRule,
  finding,
  type JudgeContext,
  overEach,
  type Ruling,
  type Traffic,
} from '../assess/index.ts';

/** The id of a destination is one that static data gave. */
export const destinationFromAutocomplete = defineRule({
  id: 'destination-from-autocomplete',
  level: 'should',
  clauses: ['svc.2'],
  title: 'Searches with a DestinationId that Autocomplete returned.',
  right: 'Autocomplete gives 1001 for Rio de Janeiro, and the Search carries it.',
  wrong: 'The Search carries a DestinationId that Autocomplete never gave.',
  explanation: 'the destination of each Search against what static data gave before it',
  looksBack: true,
  standsAlone: true,
  judge(traffic, context) {
    const given = new Set<string>();
    const judgeOne = (call: Call) => {
      for (const id of call.facts.answer.places ?? []) given.add(id);
      return call.step === 'search' ? judgeSearch(call, { given, traffic, context }) : 'not applicable';
    };
    return overEach(traffic.calls, judgeOne, 'no Search named a DestinationId');
  },
});

interface Known {
  readonly given: ReadonlySet<string>;
  readonly traffic: Traffic;
  readonly context: JudgeContext;
}

function judgeSearch(search: Call, { given, traffic, context }: Known): Ruling {
  const { destination } = search.facts.request;
  // Cars and transfers go by codes that people know, such as that of an airport.
  const isById = search.product === 'hotel' || search.product === 'tour';
  if (!isById || destination === undefined) return 'not applicable';
  if (given.has(destination)) return undefined;
  const isAsked = traffic.of('static').some(({ facts }) => facts.operation === 'autocomplete');
  if (!context.task && !isAsked)
    return {
      inconclusive: 'no Autocomplete was recorded: the DestinationId may be kept from an earlier one',
    };
  return finding([search], {
    message: `Search by exchange ${search.number} with DestinationId "${destination}", which no Autocomplete before it gave.`,
    expected: 'A DestinationId out of the answer of Autocomplete.',
  });
}
