import type { Product } from '#contracts';
import type { Scenario } from '#contracts/scenario';

/** A place whose hotels, cars, transfers and tours are named after the scenario they play. */
export interface Testville {
  scenarioOf(product: Product, item: string): string | undefined;
}

export function createTestville(_scenarios: readonly Scenario[]): Testville | undefined {
  return undefined;
}
