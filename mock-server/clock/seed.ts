// All random values of a sandbox come from its seed and a text, so equal seeds give equal values.

/** FNV-style, with a final mix of the bits. */
export function hash32(text: string, seed = 0): number {
  let hash = (seed ^ 0x9e3779b9) | 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

export function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export function hash64(text: string, seed = 0): [number, number] {
  let high = seed ^ 0x85ebca6b;
  let low = seed ^ 0x27d4eb2f;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
    high ^= low >>> 15;
  }
  return [mix(high ^ Math.imul(low, 31)), mix(low ^ high)];
}

const hex8 = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** Different counts give different digits. */
export function hexId([high, low]: readonly [number, number], count: number): string {
  const third = mix(high ^ Math.imul(count + 1, 0x9e3779b1));
  return hex8(high) + hex8(low) + hex8(third) + hex8(mix(third ^ low));
}

/** At most 14 decimal digits. */
export function decimalId([high, low]: readonly [number, number], digits: number): string {
  const range = 10 ** digits;
  const value = (high * 0x200000 + (low >>> 11)) % (range - range / 10); // the factors use 53 bits of the hash
  return String(value + range / 10);
}
