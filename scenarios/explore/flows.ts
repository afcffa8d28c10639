import type { Product } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { suggest, UsageError } from '#contracts/util';
import { catalogue } from '../catalogue/index.ts';

/** A flow, or a test of a suite. */
export interface Subject {
  readonly id: string;
}

export interface Flow extends Subject {
  readonly scenario: Scenario;
}

const scenariosOfFlows = {
  hotel: 'hotel-confirmed',
  car: 'car-confirmed',
  transfer: 'transfer-confirmed',
  tour: 'tour-confirmed',
  'hotel-prepaid': 'prepaid-approved',
  'hotel-paid-at-booking': 'pay-at-booking',
  'hotel-on-request': 'on-request-confirmed',
  'cancel-with-penalty': 'cancel-with-penalty',
  trip: 'trip-hotel-and-transfer',
} as const;

/** Their users decline another price or other conditions. */
const declining: readonly string[] = ['hotel', 'car', 'transfer', 'tour'];
const declines = { onPriceChange: 'decline', onConditionsChange: 'decline' } as const;

export const flows: readonly Flow[] = Object.entries(scenariosOfFlows).map(([id, name]) => {
  const scenario = catalogue.find(one => one.id === name);
  if (!scenario) throw new Error(`the catalogue has no scenario "${name}"; change the flow "${id}"`);
  const task = declining.includes(id) ? { ...scenario.task, ...declines } : scenario.task;
  return { id, scenario: { ...scenario, task } };
});

/** Without ids or products, all flows. */
export function selectFlows(ids: readonly string[] = [], products: readonly Product[] = []): Flow[] {
  const names = flows.map(({ id }) => id);
  const unknown = ids.find(id => !names.includes(id));
  if (unknown !== undefined) {
    const known = suggest(unknown, names, `the flows are ${names.join(', ')}`);
    throw new UsageError(`there is no flow "${unknown}"; ${known}`);
  }
  const selected = flows.filter(
    ({ id, scenario }) =>
      (ids.length === 0 || ids.includes(id)) &&
      (products.length === 0 || scenario.products.some(product => products.includes(product))),
  );
  if (selected.length > 0) return selected;
  throw new UsageError(
    `none of the flows ${ids.join(', ')} books ${products.join(' or ')}; change the flows or the products`,
  );
}
