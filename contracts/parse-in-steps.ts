import { limits } from './limits.ts';

/** The maximum number of characters that `JSON.parse` reads in one step. */
const maxAtOnce = 65_536;
/** The number of values that are read in one step of a longer text. */
const valuesPerStep = 256;
/**
 * The maximum number of values in one text. An exported value has at least 8 characters together with its name or its quotes, so
 * no text of 16 Mi characters in an export has more values.
 */
const maxValues = 2_097_152;
/** The maximum number of members of an object. Objects of an export have fewer, because each member is a field of its schema. */
const maxMembers = 10_000;
/** The maximum number of nested levels. A request has fewer, and a recorded request is some levels inside of an exchange. */
const maxLevels = 2 * limits.nesting.value;
/** The members of an export whose objects can have any number of members: the items of a fault, and recorded bodies. */
const unlimited: ReadonlySet<string> = new Set(['memory', 'requestBody', 'answerBody']);

/** Reports that a text has more values or levels than any text in an export. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/**
 * Parses a JSON text like `JSON.parse`, and yields after each short step, so that other calls wait at most some milliseconds.
 *
 * @throws SyntaxError for a text that is not JSON
 * @throws TooManyValues for a long text that has more than 2 Mi values, more than 10,000 members in one object, or more than 400 levels
 * @example const value = yield* parseInSteps(text);
 */
export function* parseInSteps(text: string): Generator<undefined, unknown> {
  if (text.length <= maxAtOnce) return JSON.parse(text);
  const reader = new Reader(text);
  const open: Open[] = [];
  for (let values = 1; ; values += 1) {
    if (values > maxValues)
      throw new TooManyValues(`has more than ${maxValues} values; remove the values that no export has`);
    if (values % valuesPerStep === 0) yield undefined;
    let value = yield* reader.begin();
    let top = open.at(-1);
    if (value instanceof Open) {
      if (open.length === maxLevels)
        throw new TooManyValues(`is nested deeper than ${maxLevels} levels; remove the inner levels`);
      value.isLimited = top === undefined || (top.isLimited && !unlimited.has(top.name));
      open.push(value);
      continue;
    }
    for (; top && !(yield* reader.add(top, value)); top = open.at(-1)) {
      value = top.holder;
      open.pop();
    }
    if (top) continue;
    reader.end();
    return value;
  }
}

/** An object or a list whose end was not read yet. */
class Open {
  readonly holder: unknown[] | Record<string, unknown>;
  /** The name of the member that follows; empty in a list. */
  name: string;
  /** The number of members that were read. */
  members = 0;
  /** Whether an object can have only a limited number of members. */
  isLimited = true;

  constructor(holder: Open['holder'], name = '') {
    this.holder = holder;
    this.name = name;
  }
}

/** Reads the parts of a JSON text. */
class Reader {
  readonly #text: string;
  readonly #scalar = /-?\d[\d.eE+-]*|true|false|null/y;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads a scalar or an empty object or list, or the beginning of another object or list. */
  *begin(): Generator<undefined, unknown> {
    const sign = this.#next();
    if (sign === '"') return yield* this.#string();
    if (sign !== '{' && sign !== '[') return this.#number();
    this.#at += 1;
    const isEmpty = this.#next() === (sign === '{' ? '}' : ']');
    if (isEmpty) this.#at += 1;
    if (sign === '[') return isEmpty ? [] : new Open([]);
    return isEmpty ? {} : new Open({}, yield* this.#name());
  }

  /** Adds a value to an object or a list. Returns whether another member follows. */
  *add(open: Open, value: unknown): Generator<undefined, boolean> {
    const { holder, name } = open;
    const isList = Array.isArray(holder);
    open.members += 1;
    if (!isList && open.isLimited && open.members > maxMembers)
      throw new TooManyValues(
        `has an object with more than ${maxMembers} members; remove the members that no export has`,
      );
    if (isList) holder.push(value);
    else if (name !== '__proto__') holder[name] = value;
    else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
    const sign = this.#next();
    if (sign !== ',' && sign !== (isList ? ']' : '}')) throw this.#unexpected();
    this.#at += 1;
    if (sign !== ',') return false;
    if (!isList) open.name = yield* this.#name();
    return true;
  }

  /** @throws SyntaxError if anything follows */
  end(): void {
    if (this.#next() !== undefined) throw this.#unexpected();
  }

  /** Returns the next character that is not a space. */
  #next(): string | undefined {
    for (; ; this.#at += 1) {
      const sign = this.#text[this.#at];
      if (sign !== ' ' && sign !== '\n' && sign !== '\r' && sign !== '\t') return sign;
    }
  }

  *#name(): Generator<undefined, string> {
    if (this.#next() !== '"') throw this.#unexpected();
    const name = yield* this.#string();
    if (this.#next() !== ':') throw this.#unexpected();
    this.#at += 1;
    return name;
  }

  /** Reads a text. Reads a long text piece by piece, and yields after each piece. */
  *#string(): Generator<undefined, string> {
    let text = '';
    for (this.#at += 1; ; yield undefined) {
      const from = this.#at;
      const isEnd = this.#skipPiece();
      text += JSON.parse(`"${this.#text.slice(from, this.#at)}"`);
      if (!isEnd) continue;
      this.#at += 1;
      return text;
    }
  }

  /** Moves to the end of a text, or to the end of its next piece. Returns whether the text ends there. */
  #skipPiece(): boolean {
    const end = this.#at + maxAtOnce;
    while (this.#at < end) {
      const sign = this.#text[this.#at];
      if (sign === '"') return true;
      if (sign === undefined) throw this.#unexpected();
      // A piece must not end inside of an escape.
      this.#at += sign !== '\\' ? 1 : this.#text[this.#at + 1] === 'u' ? 6 : 2;
    }
    return false;
  }

  #number(): unknown {
    this.#scalar.lastIndex = this.#at;
    const [found] = this.#scalar.exec(this.#text) ?? [];
    if (found === undefined) throw this.#unexpected();
    this.#at += found.length;
    return JSON.parse(found);
  }

  #unexpected(): SyntaxError {
    const sign = this.#text[this.#at];
    return new SyntaxError(
      sign === undefined
        ? 'it ends too early'
        : `unexpected character ${JSON.stringify(sign)} at position ${this.#at}`,
    );
  }
}
