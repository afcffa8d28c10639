import type { AnswerFacts, PolicyFacts } from '#contracts/exchange';
import type { JudgeContext } from '#scenarios/judge';
import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const late: PolicyFacts = { start: '2026-12-07', end: '2026-12-09', value: 50, currency: 'BRL' };
const full: PolicyFacts = { start: '2026-12-10', end: '2026-12-12', value: 100, currency: 'BRL' };
const always: PolicyFacts = { start: '2000-01-01', end: '2026-12-12', value: 100, currency: 'BRL' };
const pricing = { base: 91, taxes: 9, total: 100 };
const offered = (answer: Partial<AnswerFacts>) => traffic().search().conditions({ answer }).book();

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
  'both policies': {
    traffic: offered({ policies: [late, full] }),
    context: policies(['2026-12-07', '2026-12-09', 50], ['2026-12-10', '2026-12-12', 100]),
    verdict: 'pass',
  },
  'the policies with the free days before them': {
    traffic: offered({ policies: [late] }),
    context: policies(['2026-11-20', '2026-12-06', 0], ['2026-12-07', '2026-12-09', 50]),
    verdict: 'pass',
  },
  'a policy that starts today, because it has already started': {
    traffic: offered({ policies: [always] }),
    context: policies(['2026-11-20', '2026-12-12', 100]),
    verdict: 'pass',
  },
  'one policy in two parts': {
    traffic: offered({ policies: [full] }),
    context: policies(['2026-12-10', '2026-12-10', 100], ['2026-12-11', '2026-12-12', 100]),
    verdict: 'pass',
  },
  'a converted penalty that is marked as approximate': {
    traffic: offered({ policies: [full] }),
    context: showing({
      cancellationPolicies: [
        { StartDate: '2026-12-10', EndDate: '2026-12-12', Value: 18, Currency: 'USD', approximate: true },
      ],
    }),
    verdict: 'pass',
  },
  'the parts of the price': {
    traffic: offered({ pricing }),
    context: showing({ pricingInfo: { Base: brl(91), Taxes: brl(9), Total: brl(100) } }),
    verdict: 'pass',
  },
  'no policy': {
    traffic: offered({ policies: [late, full] }),
    context: policies(),
    verdict: 'fail',
    at: [[2]],
    says: /showed the user no penalty, but the conditions have the penalties \[50 BRL from 2026-12-07 to 2026-12-09/,
  },
  'a penalty that starts a day too late': {
    traffic: offered({ policies: [late] }),
    context: policies(['2026-12-08', '2026-12-09', 50]),
    verdict: 'fail',
    at: [[2]],
  },
  'a penalty that starts a day too early': {
    traffic: offered({ policies: [late] }),
    context: policies(['2026-12-06', '2026-12-09', 50]),
    verdict: 'fail',
    at: [[2]],
  },
  'a policy whose last day is left out': {
    traffic: offered({ policies: [late] }),
    context: policies(['2026-12-07', '2026-12-08', 50]),
    verdict: 'fail',
    at: [[2]],
  },
  'another penalty': {
    traffic: offered({ policies: [late] }),
    context: policies(['2026-12-07', '2026-12-09', 5]),
    verdict: 'fail',
    at: [[2]],
  },
  'a penalty in another currency': {
    traffic: offered({ policies: [late] }),
    context: policies(['2026-12-07', '2026-12-09', 50, 'USD']),
    verdict: 'fail',
    at: [[2]],
  },
  'a penalty that starts now, shown as a free cancellation until the stay': {
    traffic: offered({ policies: [always] }),
    context: policies(['2026-12-10', '2026-12-12', 100]),
    verdict: 'fail',
    at: [[2]],
  },
  'a price without its taxes': {
    traffic: offered({ pricing }),
    context: showing({ pricingInfo: { Base: brl(100), Taxes: brl(0), Total: brl(100) } }),
    verdict: 'fail',
    at: [[2]],
    says: /showed the user 100 BRL as PricingInfo.Base, but the conditions have 91 BRL as PricingInfo.Base/,
  },
  'conditions that the client did not book': {
    traffic: traffic()
      .search()
      .conditions({ answer: { policies: [late] } }),
    context: policies(),
    verdict: 'not-observed',
  },
  'conditions without policies': {
    traffic: offered({}),
    context: policies(),
    verdict: 'not-observed',
  },
  'a client that does not report the policies': {
    traffic: offered({ policies: [late], pricing }),
    context: showing({ total: brl(100), taxes: [] }),
    verdict: 'not-observed',
    why: /needs shownToUser.cancellationPolicies/,
  },
});
