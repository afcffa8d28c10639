import { formatTimeSpan, type Product } from '#contracts';
import { type Body, textOf } from '../body.ts';
import { asciiText, leaveOut, type Offers } from '../inventory/index.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import type { Call, Recipe, WrittenAnswer } from './handler.ts';

/** Searches any product: issues both tokens and writes the offers. */
export function search(
  product: Product,
  criteria: unknown,
  { sandbox, now, owner, play, directives: { errors, absent } }: Call,
): { written: WrittenAnswer } {
  const inventory = sandbox.inventoryOf(product);
  const all = inventory.search(criteria, JSON.stringify(criteria));
  const { key, members, found, release } = absent ? leaveOut(all, absent) : all;
  const issued = { product, owner, issuedAt: now, criteria: key };
  const { token, reToken } = sandbox.tokens.issueSearch(play === undefined ? issued : { ...issued, play });
  const recipe: Recipe = {
    kind: 'search',
    product,
    token,
    reToken,
    timeSpan: formatTimeSpan(now),
    ...(errors && { errors: asciiText(errors) }),
    ...(absent && { absent }),
  };
  const facts = { token, reToken, found, ...(errors && { errors: errors.map(({ Code }) => Code) }) };
  return { written: { text: write(recipe, members), facts, recipe, release } };
}

function write(
  { token, reToken, timeSpan, errors = '[]' }: Recipe,
  [before, list, after]: Offers['members'],
): Body {
  const head = `{"Token":"${token}","ReToken":"${reToken}","TimeSpan":"${timeSpan}",${before}`;
  return [head, list, `${after},"Errors":${errors}}`];
}

/**
 * Writes the answer of an earlier Search again, for whoever reads the journal.
 *
 * @param criteria its criteria as JSON text
 */
export function rewriteSearch(sandbox: Sandbox, recipe: Recipe, criteria: string): string {
  const { product, absent } = recipe;
  const all = sandbox.inventoryOf(product).search(JSON.parse(criteria), criteria);
  return textOf(write(recipe, (absent ? leaveOut(all, absent) : all).members));
}
