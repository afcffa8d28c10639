import { limits } from '#contracts';
import { parseInSteps, TooManyValues } from '#contracts/parse-in-steps';

/** An element of a long list in a JSON text. */
export interface CutElement {
  /** The names of the list and of the object that contains the list, such as `store.bookings`. */
  readonly list: string;
  readonly index: number;
  /** The element as JSON. */
  readonly text: string;
  readonly value: unknown;
}

// The bytes that structure a JSON text. In UTF-8, no other character contains these bytes.
const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** The depth of an element of `store.bookings`: inside the list, inside `store`, inside the outermost object. */
const elementDepth = 3;
/** The maximum number of nested levels. A recursive function can process this many levels, and no export has more. */
const maxDepth = 2 * limits.nesting.value;
/** The maximum length of the end of the text that is searched for a name. */
const tailLength = 200;

/** Reports that a part of the text is too long, or has too many values or levels. */
export class TooLongPart extends Error {
  override readonly name = 'TooLongPart';
  /** The element that is too long; undefined for the text without the elements. */
  readonly element: string | undefined;
  /** What is wrong and how to fix it, without the element. */
  readonly problem: string;

  constructor(problem: string, element?: string) {
    super(`${element ?? 'the text without the elements of the lists'} ${problem}`);
    this.element = element;
    this.problem = problem;
  }
}

/**
 * Cuts the elements of long lists out of a JSON text that arrives in chunks. The text can be longer than the longest string, and the
 * caller can let other work run after each step. The cutter only finds where elements end. `parseInSteps` reads each element and the
 * rest of the text, and finds all errors.
 *
 * @example for (const element of cutter.write(chunk)) if (element) add(element.list, element.value);
 */
export class JsonCutter {
  readonly #lists: ReadonlyMap<string, number>;
  readonly #maxRest: number;
  readonly #decoder = new TextDecoder();
  /** The text without the elements of the long lists, and its end. */
  #rest = '';
  #tail = '';
  /** The beginning of an element that the earlier chunks did not end. */
  #begun = '';
  /** The long list that contains the present position. */
  #list: string | undefined;
  #index = 0;
  /** The name of the present member of the outermost object. */
  #object = '';
  #depth = 0;
  #isString = false;
  #isEscaped = false;

  /**
   * @param lists the names of the long lists, and the maximum number of characters of an element
   * @param maxRest the maximum number of characters of the text without the elements
   */
  constructor(lists: ReadonlyMap<string, number>, maxRest: number) {
    this.#lists = lists;
    this.#maxRest = maxRest;
  }

  /**
   * Reads the next chunk, and yields the elements that end in this chunk. Yields undefined after each other step.
   *
   * @throws SyntaxError for an element that is not JSON
   * @throws TooLongPart for an element, or a text without the elements, that is too long
   */
  *write(chunk: Uint8Array): Generator<CutElement | undefined, void> {
    let from = 0;
    const take = (to: number): string => {
      const text = this.#decoder.decode(chunk.subarray(from, to), { stream: true });
      from = to;
      return text;
    };
    for (let at = this.#find(chunk, 0); at < chunk.length; at = this.#find(chunk, at + 1)) {
      if (this.#list === undefined) {
        this.#addRest(take(at + 1));
        this.#enter(chunk[at]);
        continue;
      }
      this.#addBegun(take(at));
      const text = this.#begun;
      this.#begun = '';
      const isEnd = this.#depth < elementDepth;
      const isEmpty = isEnd && this.#index === 0 && /^[ \t\r\n]*$/.test(text);
      if (!isEmpty) yield yield* parsePart(text, { list: this.#list, index: this.#index });
      this.#index += 1;
      if (isEnd) this.#list = undefined;
      else from = at + 1;
    }
    const left = take(chunk.length);
    if (this.#list === undefined) this.#addRest(left);
    else this.#addBegun(left);
  }

  /**
   * Returns the value without the elements of its long lists. Yields after each step.
   *
   * @throws SyntaxError for a text that is not JSON
   * @throws TooLongPart for a text that has too many values
   */
  *end(): Generator<undefined, unknown> {
    if (this.#depth > 0 || this.#isString) throw new SyntaxError('it ends too early');
    return (yield* parsePart(this.#rest + this.#decoder.decode())).value;
  }

  /** Returns the index of the next byte at which a list or object begins, or a long list or one of its elements ends. */
  #find(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#isString = !this.#isString;
      else if (this.#isString) continue;
      else if (byte === openObject || byte === openList) {
        this.#depth += 1;
        if (this.#depth > maxDepth) throw this.#tooLong(`is nested deeper than ${maxDepth} levels`);
        if (this.#depth <= elementDepth) return at;
      } else if (byte === closeObject || byte === closeList) {
        this.#depth -= 1;
        if (this.#list !== undefined && this.#depth < elementDepth) return at;
      } else if (byte === comma && this.#list !== undefined && this.#depth === elementDepth) return at;
    }
    return chunk.length;
  }

  #addBegun(text: string): void {
    this.#begun += text;
    const max = this.#lists.get(this.#list ?? '') ?? 0;
    if (this.#begun.length > max) throw this.#tooLong(`has more than ${max} characters`);
  }

  #addRest(text: string): void {
    this.#rest += text;
    if (this.#rest.length > this.#maxRest) throw this.#tooLong(`has more than ${this.#maxRest} characters`);
    this.#tail = (this.#tail + text).slice(-tailLength);
  }

  /** Returns the error for the present element, or for the text without the elements. */
  #tooLong(problem: string): TooLongPart {
    return this.#list === undefined
      ? new TooLongPart(`${problem}; remove the members that no export has`)
      : new TooLongPart(`${problem}; remove this element from the list`, `${this.#list}[${this.#index}]`);
  }

  /** Notes that a list or object begins, whose bracket is the last character of the tail. */
  #enter(bracket: number | undefined): void {
    if (this.#depth === elementDepth - 1) this.#object = nameIn(this.#tail);
    if (this.#depth !== elementDepth || bracket !== openList) return;
    const list = `${this.#object}.${nameIn(this.#tail)}`;
    if (!this.#lists.has(list)) return;
    this.#list = list;
    this.#index = 0;
  }
}

/** Returns the name before the bracket at the end of a text; an empty text if there is no name. */
const nameIn = (tail: string): string =>
  JSON.parse(/("(?:[^"\\]|\\.)*")[ \t\r\n]*:[ \t\r\n]*[[{]$/.exec(tail)?.[1] ?? '""');

/**
 * Parses a part of the text, and yields after each step.
 *
 * @param place the list and the index of an element; undefined for the text without the elements
 */
function* parsePart<P extends Pick<CutElement, 'list' | 'index'>>(
  text: string,
  place?: P,
): Generator<undefined, P & Pick<CutElement, 'text' | 'value'>> {
  const name = place && `${place.list}[${place.index}]`;
  try {
    return { ...(place as P), text, value: yield* parseInSteps(text) };
  } catch (error) {
    if (error instanceof TooManyValues) throw new TooLongPart(error.message, name);
    if (name === undefined) throw error;
    throw new SyntaxError(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}
