/** The signs with which a value begins; `0` stands for a number, true, false and null. */
const firstSigns = '"0{[';
const token = /[[\]{},:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const special = /["\\\p{Cc}]/gu;
const space = /[ \t\r\n]*/y;

/** Undefined for a text that is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws the error that `errorOf` makes of a description of the problem */
export function parseJson(text: string, errorOf: (problem: string) => Error): unknown {
  const value = readJson(text);
  if (value === undefined) throw errorOf(describeJsonError(text));
  return value;
}

/** Shows at most one character of the text, which may contain secrets. */
export function describeJsonError(text: string): string {
  const at = firstError(text);
  const before = text.slice(0, at).split(/\r\n?|\n/);
  const found = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'end';
  const encoding = otherEncoding(text);
  return `unexpected ${found} at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}${encoding === undefined ? '' : `; ${encoding}`}`;
}

/** Of a text that was decoded as UTF-8; undefined if that was right. */
export function otherEncoding(text: string): string | undefined {
  if (text.startsWith('\u001F\uFFFD')) return 'the text is compressed with gzip; decompress it';
  if (text.startsWith('PK\u0003\u0004')) return 'this is a ZIP archive; unpack it, and give a file in it';
  if (/^(?:\uFFFD\uFFFD\0\0|.?\0\0\0|\0\0\uFFFD)/s.test(text)) return 'the text is UTF-32; write it as UTF-8';
  if (/^(?:\uFFFD\uFFFD|.?\0)/s.test(text))
    return 'the text is UTF-16 (PowerShell writes it with ">"); write it as UTF-8';
  return text.includes('\uFFFD') ? 'the text is not UTF-8; write it as UTF-8' : undefined;
}

/** The index of the first character that JSON does not allow; the length of a text that ends too early. */
function firstError(text: string): number {
  const closers: string[] = [];
  let allowed = firstSigns;
  for (let at = endOf(space, text, 0), end = at; ; at = endOf(space, text, end)) {
    const sign = /["{}[\]:,]/.exec(text[at] ?? '')?.[0] ?? '0';
    if (!allowed.includes(sign)) return at;
    if (sign === '"') {
      const string = readText(text, at);
      if (string.wrong !== undefined) return string.wrong;
      end = string.end;
    } else end = endOf(token, text, at);
    if (end === at) return at;
    if (sign === '{' || sign === '[') closers.push(sign === '{' ? '}' : ']');
    if (sign === '}' || sign === ']') closers.pop();
    const closer = closers.at(-1);
    if (sign === '{') allowed = '"}';
    else if (sign === '[') allowed = `${firstSigns}]`;
    else if (sign === ':') allowed = firstSigns;
    else if (sign === ',') allowed = closer === ']' ? firstSigns : '"';
    else if (sign === '"' && !allowed.includes('0')) allowed = ':';
    else allowed = closer === undefined ? '' : `,${closer}`;
  }
}

/** Where a match at an index ends; without a match, the index. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** `end`: after a string in quotes. `wrong`: the first character that it must not contain. */
function readText(text: string, start: number): { end: number; wrong?: undefined } | { wrong: number } {
  for (let at = start + 1; ; ) {
    special.lastIndex = at;
    const { 0: found, index } = special.exec(text) ?? { 0: '', index: text.length };
    if (found === '"') return { end: index + 1 };
    // JSON allows the control characters from U+007F.
    at = found === '\\' ? endOf(escaped, text, index) : index + Number(found >= '\x7f');
    if (at === index) return { wrong: index };
  }
}
