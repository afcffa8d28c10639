import {
  assessEach,
  type Call,
  defineRule,
  finding,
  type JudgeContext,
  type Ruling,
  type Traffic,
} from '../assess/index.ts';

export const destinationFromAutocomplete = defineRule({
  id: 'destination-from-autocomplete',
  level: 'should',
  clauses: ['svc.2'],
  title: 'A correct client sends a Search with a DestinationId that Autocomplete returned.',
  right: 'Autocomplete returns the id 1001 for Rio de Janeiro, and the client sends 1001 in the Search.',
  wrong: 'The client sends a Search with a DestinationId that Autocomplete never returned.',
  explanation:
    'The judge compares the DestinationId of each Search with the earlier answers of Autocomplete.',
  looksBack: true,
  standsAlone: true,
  judge(traffic, context) {
    const given = new Set<string>();
    const judgeOne = (call: Call) => {
      for (const id of call.facts.answer.places ?? []) given.add(id);
      return call.step === 'search' ? judgeSearch(call, { given, traffic, context }) : 'not applicable';
    };
    return assessEach(traffic.calls, judgeOne, 'no Search named a DestinationId');
  },
});

interface Known {
  readonly given: ReadonlySet<string>;
  readonly traffic: Traffic;
  readonly context: JudgeContext;
}

function judgeSearch(search: Call, { given, traffic, context }: Known): Ruling {
  const { destination } = search.facts.request;
  // Searches for cars and transfers use public codes, such as airport codes, which need no Autocomplete.
  const isById = search.product === 'hotel' || search.product === 'tour';
  if (!isById || destination === undefined) return 'not applicable';
  if (given.has(destination)) return undefined;
  const isAsked = traffic.of('static').some(({ facts }) => facts.operation === 'autocomplete');
  if (!context.task && !isAsked)
    return {
      inconclusive: 'no Autocomplete was recorded, so the DestinationId may come from an earlier call',
    };
  return finding([search], {
    message: `The client sent a Search (exchange ${search.number}) with DestinationId "${destination}", which no earlier Autocomplete returned. A fixed id in the code can become invalid.`,
    expected: 'A correct client sends a DestinationId from an answer of Autocomplete.',
  });
}
