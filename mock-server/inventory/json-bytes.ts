/** Writes JSON as bytes: text that was encoded before, and amounts. */
export interface JsonBytes {
  /** Copies an encoded fragment. */
  put(fragment: Uint8Array): void;
  /** Writes cents as a number with two decimals. */
  putCents(cents: number): void;
  /** Everything written since the last take, as text in one piece. */
  take(): string;
}

const decoder = new TextDecoder();

/** ASCII text as the bytes that `put` copies. For texts this short a loop is four times as fast as a TextEncoder. */
export function encode(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

const zero = 48;
const point = 46;
// Room for any amount, so that it need not be asked for digit by digit.
const longestAmount = 32;

/**
 * A writer over one piece of memory that it uses again and again. Strings put together from a thousand pieces are trees
 * that have to be walked before they can be sent; copying bytes costs half, and leaves nothing behind to be collected.
 *
 * @param size how many bytes to begin with; it grows when they do not suffice
 */
export function createJsonBytes(size: number): JsonBytes {
  let bytes = new Uint8Array(size);
  let end = 0;

  function reserve(more: number): void {
    if (end + more <= bytes.length) return;
    const larger = new Uint8Array(2 * (bytes.length + more));
    larger.set(bytes.subarray(0, end));
    bytes = larger;
  }

  function putWhole(value: number): void {
    let digits = 1;
    for (let limit = 10; value >= limit; limit *= 10) digits += 1;
    let rest = value;
    for (let place = end + digits - 1; place >= end; place -= 1) {
      const next = Math.trunc(rest / 10);
      bytes[place] = zero + rest - next * 10;
      rest = next;
    }
    end += digits;
  }

  return {
    put(fragment) {
      reserve(fragment.length);
      bytes.set(fragment, end);
      end += fragment.length;
    },
    putCents(cents) {
      reserve(longestAmount);
      const whole = Math.trunc(cents / 100);
      const rest = cents - whole * 100;
      const tens = Math.trunc(rest / 10);
      putWhole(whole);
      bytes[end] = point;
      bytes[end + 1] = zero + tens;
      bytes[end + 2] = zero + rest - tens * 10;
      end += 3;
    },
    take() {
      const text = decoder.decode(bytes.subarray(0, end));
      end = 0;
      return text;
    },
  };
}
