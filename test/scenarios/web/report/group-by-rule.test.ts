import { expect, it } from 'vitest';
import { documentOf, type PageData } from '#scenarios/report/index';
import { groupByRule } from '#scenarios/web/report/model';
import { runOf, verdict } from '../../report/report-sample.ts';

it('the page of a report lists broken rules in the order of the text: a second booking comes before a password in more scenarios', () => {
  const broken = (...rules: Parameters<typeof verdict>[0][]) => rules.map(rule => verdict(rule, ['wrong']));
  const document = documentOf(
    runOf({
      one: [
        ...broken('outcome-as-expected', 'no-blind-rebooking', 'credentials-not-in-output'),
        verdict('country-codes', ['odd'], { verdict: 'warn' }),
        verdict('search-not-repeated', ['twice'], { level: 'should', verdict: 'warn' }),
      ],
      two: [
        ...broken('outcome-as-expected', 'credentials-not-in-output'),
        verdict('personal-data-masked', ['a name'], { verdict: 'warn' }),
      ],
      three: broken('outcome-as-expected', 'credentials-not-in-output'),
    }),
  );
  const page = document.page() as PageData; // the page of a report
  if (page.kind !== 'run') throw new Error('this page is not about a run');
  const groups = groupByRule(page, page.plays).map(
    ({ rule, weight, broken: { length } }) => `${rule.id} ${weight} ${length}`,
  );
  expect(groups).toEqual([
    'no-blind-rebooking fail 1',
    'credentials-not-in-output fail 3',
    'outcome-as-expected fail 3',
    'country-codes warn 1',
    'personal-data-masked warn 1',
    'search-not-repeated warn 1',
  ]);
  const inText = document.parts.flatMap(part => ('findings' in part ? part.findings : []));
  expect(groups.map(group => group.split(' ')[0])).toEqual(inText.flatMap(({ rule }) => rule ?? []));
});
