// Bytes of JSON text with gaps of a fixed width, filled in place.

const zero = 48;
const point = 46;
const blank = 32;

/** Writes ASCII text into a gap; it must be as long as the gap. */
export function fillText(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
}

/** How many characters an amount may take: up to 999,999.99. */
export const amountWidth = 9;

/** A gap for an amount. */
export const amountGap = ' '.repeat(amountWidth);

const mostCents = 99_999_999;

/** Writes cents as a number with two decimals, blanks before it, as JSON allows. */
export function fillCents(bytes: Uint8Array, at: number, cents: number): void {
  if (cents > mostCents) throw new RangeError(`${cents} cents do not fit into ${amountWidth} characters`);
  let rest = cents;
  let place = at + amountWidth - 1;
  for (let digit = 0; rest > 0 || digit < 3; digit += 1, place -= 1) {
    if (digit === 2) {
      bytes[place] = point;
      place -= 1;
    }
    const next = (rest / 10) | 0; // cheaper than Math.trunc, and what fits into the gap has 32 bits
    bytes[place] = zero + rest - next * 10;
    rest = next;
  }
  while (place >= at) bytes[place--] = blank;
}

/** Copies an amount that was filled in before. */
export function copyAmount(bytes: Uint8Array, from: number, to: number): void {
  for (let index = 0; index < amountWidth; index += 1) bytes[to + index] = bytes[from + index] ?? blank;
}
