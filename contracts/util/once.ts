/**
 * Makes something when it is first asked for, and never again. Schemas of answers are what most programs that load the
 * contract do not need, and the dearest part of loading it.
 *
 * @example const offer = once(() => z.looseObject({ … }));
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
