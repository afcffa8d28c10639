import type { Call } from '../traffic/call.ts';
import type { Traffic } from '../traffic/index.ts';
import type { JudgeContext } from './context.ts';
import { type Finding, finding, noCase, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';

/** The id of a destination is one that static data gave. */
export const destinationFromAutocomplete = defineRule({
  id: 'destination-from-autocomplete',
  level: 'should',
  clauses: ['svc.2'],
  title: 'Searches with a DestinationId that Autocomplete returned.',
  looksBack: true,
  standsAlone: true,
  judge(traffic, context) {
    const given = new Set<string>();
    const judgeOne = (call: Call) => {
      for (const id of call.facts.answer.places ?? []) given.add(id);
      return call.step === 'search' ? judgeSearch(call, { given, traffic, context }) : noCase;
    };
    return overEach(traffic.calls, judgeOne, 'no Search named a DestinationId');
  },
});

interface Known {
  readonly given: ReadonlySet<string>;
  readonly traffic: Traffic;
  readonly context: JudgeContext;
}

function judgeSearch(
  search: Call,
  { given, traffic, context }: Known,
): Finding | typeof noCase | undefined | { doubt: string } {
  const { destination } = search.facts.request;
  // Cars and transfers go by codes that people know, such as that of an airport.
  const isById = search.product === 'hotel' || search.product === 'tour';
  if (!isById || destination === undefined) return noCase;
  if (given.has(destination)) return undefined;
  const isAsked = traffic.of('static').some(({ facts }) => facts.operation === 'autocomplete');
  if (!context.task && !isAsked)
    return { doubt: 'no Autocomplete was recorded: the DestinationId may be kept from an earlier one' };
  return finding([search], {
    message: `Search by exchange ${search.number} with DestinationId "${destination}", which no Autocomplete before it gave.`,
    expected: 'A DestinationId out of the answer of Autocomplete.',
  });
}
