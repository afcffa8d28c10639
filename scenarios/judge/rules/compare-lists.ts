/**
 * What one list has beside another one, whatever the order.
 *
 * @example compareLists(['a', 'b'], ['b', 'b']) // { missing: ['a'], extra: ['b'] }
 */
export function compareLists(
  wanted: readonly string[],
  given: readonly string[],
): { missing: string[]; extra: string[] } {
  const extra = [...given];
  const missing = wanted.filter(one => {
    const index = extra.indexOf(one);
    if (index >= 0) extra.splice(index, 1);
    return index < 0;
  });
  return { missing, extra };
}
