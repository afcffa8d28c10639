import * as z from 'zod';
import { canMove, findStatus, isCancelStep, statuses, statusNames } from '../../clauses/index.ts';
import { duration } from '../../input/index.ts';
import type { AnyOperation } from '../../operations/index.ts';
import { parseDuration } from '../../util/index.ts';
import { defineFault } from '../define-fault.ts';
import { hasEffect, listOf, statusWord, wrongForm } from './parameters.ts';

interface Step {
  after: string;
  status: string;
}

export const timeline = defineFault('timeline', {
  fields: () => ({
    steps: z
      .array(
        z.strictObject({
          after: duration.meta({ description: 'The time from the call to the change of the status.' }),
          status: statusWord,
        }),
      )
      .min(1)
      .max(100)
      .check(inspectSteps)
      .meta({ description: 'The statuses with their times. The first status can have the time PT0S.' }),
  }),
  read: { steps: text => listOf(text).map(readStep) },
  example: 'timeline=technical-problem;pending@PT12M;confirmed@P1D',
  about:
    'After the call, the booking gets these statuses, each at a given time. The fault also works for a cancellation or a payment.',
  where: 'DoBooking, payBooking and cancellations',
  actsOn: (operation, { steps }) =>
    hasEffect('book', 'cancel', 'pay')(operation) && whyNotFirst(operation, steps) === undefined,
  whyNot: (operation, { steps }) => whyNotFirst(operation, steps),
  trials: [
    ...[
      'pending;confirmed@PT15M',
      'pending;rejected@PT15M',
      'on-request;confirmed@PT20M',
      'on-request;rejected@PT15M',
      'in-progress;confirmed@PT10M',
      'technical-problem',
      'technical-problem;confirmed@PT12M',
      'rejected',
      'failed',
      'credit-blocked',
    ].map(steps => ({ parameters: { steps: listOf(steps).map(readStep) }, effects: ['book'] as const })),
    { parameters: { steps: [{ after: 'PT0S', status: 'pending' }] }, effects: ['book', 'pay'] },
    ...['pending-cancellation;cancelled@PT10M', 'cancellation-failed', 'confirmed'].map(steps => ({
      parameters: { steps: listOf(steps).map(readStep) },
      effects: ['cancel'] as const,
    })),
  ],
  conflictsWith: () => ['timeline'],
  plan({ steps }, { operation }) {
    const planned = resolved(steps).map(({ after, status }) => ({ after, status }));
    return { directives: operation.effect === 'cancel' ? { cancellation: planned } : { timeline: planned } };
  },
});

/** A step without a time takes effect at once. */
function readStep(text: string, index: number): Step {
  const [status = '', after = 'PT0S', ...surplus] = text.split('@').map(part => part.trim());
  if (surplus.length > 0) throw wrongForm('<status>@<duration>', text, `effect.steps[${index}]`);
  return { after, status };
}

function resolved(steps: readonly Step[]) {
  return steps.flatMap(({ after, status: word }, index) => {
    const status = findStatus(word);
    return status === undefined || !duration.safeParse(after).success
      ? []
      : [{ after: parseDuration(after), status, index }];
  });
}

function inspectSteps({ value, issues }: z.core.ParsePayload<Step[]>): void {
  const steps = resolved(value).sort((a, b) => a.after - b.after);
  if (steps.length < value.length) return; // the schema of the fields reports the invalid steps
  for (const [place, { status, index }] of steps.entries()) {
    const before = steps[place - 1]?.status;
    if (before === undefined || canMove(before, status)) continue;
    const next = statuses[before].to;
    const message = `a service cannot go from ${before} to ${status}; ${next.length === 0 ? `${before} is final` : `after ${before}, write one of ${next.join(', ')}`}`;
    issues.push({ code: 'custom', input: value, path: [index, 'status'], message });
  }
}

function whyNotFirst({ id, effect }: AnyOperation, steps: readonly Step[]): string | undefined {
  const [first] = resolved(steps).sort((a, b) => a.after - b.after);
  if (first === undefined) return undefined;
  const valid = firstStatuses(effect, first.after);
  if (valid === undefined || valid.includes(first.status)) return undefined;
  return `a timeline of ${id} cannot begin with ${first.status}; begin with one of ${valid.join(', ')}`;
}

/** Undefined if the transition table checks the first status later. */
function firstStatuses(effect: AnyOperation['effect'], at: number) {
  // If the supplier refuses a cancellation, the booking stays confirmed.
  if (effect === 'cancel') return statusNames.filter(name => isCancelStep(name) || name === 'confirmed');
  if (effect === 'pay')
    return statusNames.filter(name => statuses['awaiting-payment'].to.some(to => to === name));
  if (effect === 'book' && at === 0)
    return statusNames.filter(name => !isCancelStep(name) && name !== 'expired');
  return undefined;
}
