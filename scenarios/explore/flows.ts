import type { Scenario } from '#contracts/scenario';
import { suggest, UsageError } from '#contracts/util';
import { catalogue } from '../catalogue/index.ts';
import type { Selection } from '../run/node.ts';

/** What is explored: a flow, or a test of a suite. */
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

/** The flows whose user declines another price or other conditions. In the other flows, the user accepts them. */
const declining: readonly string[] = ['hotel', 'car', 'transfer', 'tour'];
const declines = { onPriceChange: 'decline', onConditionsChange: 'decline' } as const;

export const flows: readonly Flow[] = Object.entries(scenariosOfFlows).map(([id, name]) => {
  const scenario = catalogue.find(one => one.id === name);
  if (!scenario) throw new Error(`the catalogue has no scenario "${name}"; change the flow "${id}"`);
  return {
    id,
    scenario: declining.includes(id) ? { ...scenario, task: { ...scenario.task, ...declines } } : scenario,
  };
});

type FlowSelection = Pick<Selection, 'products'> & { readonly ids?: readonly string[] | undefined };

/** Returns the flows with the given ids that book one of the given products. Without ids or products, returns all flows. */
export function selectFlows({ ids = [], products = [] }: FlowSelection): Flow[] {
  const names = flows.map(({ id }) => id);
  const unknown = ids.find(id => !names.includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      `there is no flow "${unknown}"; ${suggest(unknown, names, `the flows are ${names.join(', ')}`)}`,
    );
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
