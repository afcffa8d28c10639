import { compareBeside, usualSearch } from '../beside.ts';
import type { Figure } from '../figure.ts';
import type { OtherProduct } from '../requests.ts';
import type { Case } from './case.ts';

const others: readonly OtherProduct[] = ['car', 'transfer', 'tour'];

/** Measures Search of the other products, with the same criteria and with new ones. */
export const products: Case = async budget => {
  const figures: Figure[] = [];
  for (const product of others) {
    for (const isSame of [true, false]) {
      const what = isSame ? 'same criteria' : 'ever new criteria';
      const plan = (round: number) =>
        ({
          kind: 'other-searches',
          product,
          isSame,
          from: isSame ? usualSearch : (round + 1) * 100_000,
        }) as const;
      const found = await compareBeside(
        { name: `Search of ${product}, ${what}`, plan, requests: 20_000, min: 1 },
        budget,
      );
      figures.push(...found);
    }
  }
  return figures;
};
