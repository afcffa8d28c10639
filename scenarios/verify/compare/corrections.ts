import { isObject } from '#contracts/util';
import type { Field } from './field.ts';
import type { Proposal } from './proposal.ts';

/**
 * Finds names in the given profile that no answer contains, while the answers contain the name of the contract. A translation
 * would hide these names, because a dialect also reads the names of the contract.
 *
 * @param roots the answers, or the entries of a list, as the supplier sent them
 */
export function proposeCorrections(
  { fields }: Pick<Field, 'fields'>,
  roots: readonly unknown[],
  around: readonly string[] = [],
): Proposal[] {
  return fields.flatMap(field => {
    const { placed, name, form } = field;
    if (!placed) return [];
    const { at, isUnwrapped, change } = placed;
    const isScope = form === 'list' || change.isListed === true;
    const entries = isScope ? roots.flatMap(root => entriesAt(root, at, change.each)) : roots;
    const inside = proposeCorrections(field, entries, isScope ? [] : at);
    const contract = [...around, name];
    const isWrong =
      !isUnwrapped &&
      placed.entry !== undefined &&
      at.join('.') !== contract.join('.') &&
      !roots.some(root => hasAt(root, at)) &&
      roots.some(root => hasAt(root, contract)) &&
      !fields.some(other => other !== field && other.placed?.at.join('.') === contract.join('.'));
    return isWrong ? [correction(field, at), ...inside] : inside;
  });
}

const correction = (field: Field, at: readonly string[]): Proposal => ({
  field,
  change: { to: field.name },
  because: `the name in the contract is right; the given profile says "${at.at(-1)}"`,
  state: 'other-name',
  isCorrection: true,
});

const hasAt = (root: unknown, path: readonly string[]): boolean => valueAt(root, path) !== undefined;

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    root,
  );
}

/** Returns the entries of a list at a path, without the object `each` around each entry. */
function entriesAt(root: unknown, path: readonly string[], each: string | undefined): unknown[] {
  const value = valueAt(root, path);
  const entries = Array.isArray(value) ? value : [];
  return each === undefined ? entries : entries.map(entry => valueAt(entry, [each]));
}
