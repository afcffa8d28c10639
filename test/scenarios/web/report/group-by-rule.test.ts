import { expect, it } from 'vitest';
import { documentOf, type PageData } from '#scenarios/report/index';
import { groupByRule } from '#scenarios/web/report/model';
import { runOf, verdict } from '../../report/report-sample.ts';

it('the page of a report lists broken rules before warnings, causes before the end of a task, and then the rule with the most scenarios', () => {
  const broken = (...rules: Parameters<typeof verdict>[0][]) => rules.map(rule => verdict(rule, ['wrong']));
  const { page: pageOf } = documentOf(
    runOf({
      one: [
        ...broken('outcome-as-expected', 'token-fresh'),
        verdict('country-codes', ['odd'], { verdict: 'warn' }),
      ],
      two: [
        ...broken('outcome-as-expected', 'poll-interval'),
        verdict('country-codes', ['odd'], { verdict: 'warn' }),
      ],
      three: broken('outcome-as-expected', 'poll-interval'),
    }),
  );
  const page = pageOf() as PageData; // the page of a report
  if (page.kind !== 'run') throw new Error('this page is not about a run');
  const groups = groupByRule(page, page.plays).map(
    group => `${group.rule.id} ${group.weight} ${group.broken.length}`,
  );
  expect(groups).toEqual([
    'poll-interval fail 2',
    'token-fresh fail 1',
    'outcome-as-expected fail 3',
    'country-codes warn 2',
  ]);
});
