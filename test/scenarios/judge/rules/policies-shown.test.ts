import type { AnswerFacts, PolicyFacts } from '#contracts/exchange';
import type { JudgeContext } from '#scenarios/judge';
import { toConditions } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const late: PolicyFacts = { start: '2026-12-07', end: '2026-12-09', value: 50, currency: 'BRL' };
const full: PolicyFacts = { start: '2026-12-10', end: '2026-12-12', value: 100, currency: 'BRL' };
const always: PolicyFacts = { start: '2000-01-01', end: '2026-12-12', value: 100, currency: 'BRL' };
const pricing = { base: 91, taxes: 9, total: 100 };
const offered = (answer: Partial<AnswerFacts>) => toConditions({ answer }).book();

type Shown = NonNullable<NonNullable<JudgeContext['result']>['shownToUser']>;
const showing = (shownToUser: Shown): JudgeContext => ({ result: { outcome: 'confirmed', shownToUser } });
const policies = (...shown: [start: string, end: string, value: number, currency?: string][]) =>
  showing({
    cancellationPolicies: shown.map(([StartDate, EndDate, Value, Currency = 'BRL']) => ({
      StartDate,
      EndDate,
      Value,
      Currency,
    })),
  });
const brl = (Value: number) => ({ Value, Currency: 'BRL' });

testRule('policies-shown', {
  'both policies': passes(offered({ policies: [late, full] }), {
    context: policies(['2026-12-07', '2026-12-09', 50], ['2026-12-10', '2026-12-12', 100]),
  }),
  'the policies with the free days before them': passes(offered({ policies: [late] }), {
    context: policies(['2026-11-20', '2026-12-06', 0], ['2026-12-07', '2026-12-09', 50]),
  }),
  'a policy that starts today, because it has already started': passes(offered({ policies: [always] }), {
    context: policies(['2026-11-20', '2026-12-12', 100]),
  }),
  'one policy in two parts': passes(offered({ policies: [full] }), {
    context: policies(['2026-12-10', '2026-12-10', 100], ['2026-12-11', '2026-12-12', 100]),
  }),
  'a converted penalty that is marked as approximate': passes(offered({ policies: [full] }), {
    context: showing({
      cancellationPolicies: [
        { StartDate: '2026-12-10', EndDate: '2026-12-12', Value: 18, Currency: 'USD', approximate: true },
      ],
    }),
  }),
  'the parts of the price': passes(offered({ pricing }), {
    context: showing({ pricingInfo: { Base: brl(91), Taxes: brl(9), Total: brl(100) } }),
  }),
  'no policy': fails([[2]], offered({ policies: [late, full] }), {
    context: policies(),
    says: /showed the user no penalty, but the conditions have the penalties \[50 BRL from 2026-12-07 to 2026-12-09/,
  }),
  'a penalty that starts a day too late': fails([[2]], offered({ policies: [late] }), {
    context: policies(['2026-12-08', '2026-12-09', 50]),
  }),
  'a penalty that starts a day too early': fails([[2]], offered({ policies: [late] }), {
    context: policies(['2026-12-06', '2026-12-09', 50]),
  }),
  'a policy whose last day is left out': fails([[2]], offered({ policies: [late] }), {
    context: policies(['2026-12-07', '2026-12-08', 50]),
  }),
  'another penalty': fails([[2]], offered({ policies: [late] }), {
    context: policies(['2026-12-07', '2026-12-09', 5]),
  }),
  'a penalty in another currency': fails([[2]], offered({ policies: [late] }), {
    context: policies(['2026-12-07', '2026-12-09', 50, 'USD']),
  }),
  'a penalty that starts now, shown as a free cancellation until the stay': fails(
    [[2]],
    offered({ policies: [always] }),
    { context: policies(['2026-12-10', '2026-12-12', 100]) },
  ),
  'a price without its taxes': fails([[2]], offered({ pricing }), {
    context: showing({ pricingInfo: { Base: brl(100), Taxes: brl(0), Total: brl(100) } }),
    says: /showed the user 100 BRL as PricingInfo.Base, but the conditions have 91 BRL as PricingInfo.Base/,
  }),
  'conditions that the client did not book': notObserved(toConditions({ answer: { policies: [late] } }), {
    context: policies(),
  }),
  'conditions without policies': notObserved(offered({}), { context: policies() }),
  'a client that does not report the policies': notObserved(offered({ policies: [late], pricing }), {
    context: showing({ total: brl(100), taxes: [] }),
    why: /needs shownToUser.cancellationPolicies/,
  }),
});
