import { isObject, type JsonObject, valueAt } from '../util/index.ts';

/** Without a limit for lists in lists, a body with a million brackets would overflow the stack. */
export const deepestLists = 2;

export function setAt(root: JsonObject, path: readonly string[], value: unknown): void {
  let object = root;
  for (const step of path.slice(0, -1)) {
    const next = Object.hasOwn(object, step) ? object[step] : undefined;
    if (isObject(next)) object = next;
    else {
      const made: JsonObject = {};
      put(object, step, made);
      object = made;
    }
  }
  const name = path.at(-1);
  if (name !== undefined) put(object, name, value);
}

/** If a value on the way is not an object, the rest of the path becomes one name, such as `Value.Currency`, so that nothing is lost. */
export function addUnknown(root: JsonObject, path: readonly string[], value: unknown): void {
  const blocked = path.findIndex((_, index) => {
    const outer = index === 0 ? root : valueAt(root, path.slice(0, index));
    return outer !== undefined && !isObject(outer);
  });
  const at = blocked < 1 ? path : [...path.slice(0, blocked - 1), path.slice(blocked - 1).join('.')];
  if (valueAt(root, at) === undefined) setAt(root, at, value);
}

/** An assignment to `__proto__` would change the prototype. */
function put(object: JsonObject, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}
