// Each recorder writes bodies in its own way, and labels are often wrong: Firefox calls plain text base64, proxies keep compressed
// bytes, some tools keep only the fields of a form. So the first reading of a text that is a JSON object or list is the right one.
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { asObject, isObject, type JsonObject, readJson } from '#contracts/util';

/** A body, or the reason why the file does not contain the body that was sent. A call without a body has neither. */
export interface Body {
  readonly text?: string;
  /** The parsed text, if it is JSON. */
  readonly json?: unknown;
  readonly unread?: string;
}

const notRecorded = 'the recording does not contain the body';
const cutShort = 'the recording contains only a part of the body';
const notDecoded = 'the recording contains the body in an encoded form that could not be read';

/**
 * @param part `postData` or `content`
 * @param sizes the sizes of the body that the file contains; recorders write -1 for an unknown size
 */
export function bodyOf(part: JsonObject, sizes: readonly unknown[]): Body {
  const { json: parsed, text: kept = parsed, comment } = part;
  const given = isObject(kept) || Array.isArray(kept) ? JSON.stringify(kept) : kept;
  const first = typeof given === 'string' && given !== '' ? given : formIn(part.params);
  const size = Math.max(0, ...sizes.map(numberOf));
  if (first === undefined) {
    if (size > 0) return { unread: notRecorded };
    if (given === '') return { text: '' };
    // A recorder that says nothing about a body has not recorded it.
    return sizes.some(one => textIn(one) === '0') ? {} : { unread: notRecorded };
  }
  const readings = [...readingsOf(first)];
  for (const text of readings) {
    const json = readJson(text);
    if (typeof json === 'object' && json !== null && !packedIn(json)) return { text, json };
  }
  if (packedIn(readJson(first))) return { unread: notDecoded };
  const isShortened =
    typeof comment === 'string' && /truncate|discard|omit|limit|too (?:big|large)/i.test(comment);
  if (isShortened || isCut(first, size)) return { unread: cutShort };
  const isEncoded = part.encoding === 'base64' || isBinary(first);
  const plain = isEncoded ? readings.find(text => !isBinary(text) && text !== first) : first;
  if (plain === undefined && isBase64(first)) return { unread: notDecoded };
  const text = plain ?? first;
  return isBinary(text) ? { unread: notDecoded } : { text, json: readJson(text) };
}

/** Whether the text is the beginning of a longer body. A text of an unknown size is cut if it begins like JSON. */
function isCut(text: string, size: number): boolean {
  const bytes = Buffer.byteLength(text);
  return size > bytes || (size === 0 && /^\s*[[{]/.test(text));
}

/** Returns a body of which a recorder kept only the fields of a form. JSON without a sign `=` is then the name of a field. */
function formIn(params: unknown): string | undefined {
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const pairs = params.map(asObject).map(({ name, value }) => {
    return textIn(value) === '' ? textIn(name) : `${textIn(name)}=${textIn(value)}`;
  });
  return pairs.join('&');
}

function* readingsOf(given: string): Generator<string> {
  const text = given.replace(/^\uFEFF/, '');
  yield text;
  const quoted = readJson(text);
  if (typeof quoted === 'string') yield quoted;
  if (/^[0-9a-f]+[^\r\n]*\r?\n/i.test(text)) yield withoutChunks(Buffer.from(text)).toString('utf8');
  if (/%7B|%5B/i.test(text)) yield decodeForm(text);
  const bytes = bytesIn(text);
  if (bytes) for (const plain of decompressed(bytes)) yield plain.toString('utf8');
}

/** Recorders write bytes in base64, as a list, or each byte as a character. */
function bytesIn(text: string): Buffer | undefined {
  const packed = packedIn(readJson(text));
  if (packed) return packed;
  if (isBase64(text)) return Buffer.from(text, 'base64');
  return isBinary(text) ? Buffer.from(text, 'latin1') : undefined;
}

/** Reads a list of encoded chunks or of bytes. No operation sends or returns a list of texts or numbers. */
function packedIn(value: unknown): Buffer | undefined {
  const { type, data } = asObject(value);
  const list: unknown = type === 'Buffer' ? data : value; // the JSON of a Buffer in Node
  if (!Array.isArray(list) || list.length === 0) return undefined;
  if (list.every(byte => typeof byte === 'number')) return Buffer.from(list);
  if (!list.every(chunk => typeof chunk === 'string')) return undefined;
  const encoding = list.every(chunk => /^(?:[0-9a-f]{2})*$/.test(chunk)) ? 'hex' : 'base64';
  return Buffer.concat(list.map(chunk => Buffer.from(chunk, encoding)));
}

/** Whether a text can be base64 of more than a word. Recorders can break the lines, and use the signs for addresses. */
const isBase64 = (text: string): boolean => text.length >= 4 && /^[A-Za-z0-9+/_\s-]+={0,2}\s*$/.test(text);

const isBinary = (text: string): boolean => /(?![\t\r\n])\p{Cc}|\uFFFD/u.test(text);

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Removes the lengths of the chunks in a body with Transfer-Encoding chunked. */
function withoutChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\n', at);
    const length = Number.parseInt(bytes.toString('latin1', at, Math.max(at, end)), 16);
    if (end < 0 || !(length > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 1, end + 1 + length));
    at = bytes.indexOf('\n', end + 1 + length) + 1;
    if (at === 0) return Buffer.concat(chunks);
  }
}

const maxOutputLength = 64 * 1024 * 1024;
const decompressors = [gunzipSync, inflateSync, inflateRawSync, zstdDecompressSync, brotliDecompressSync];

function* decompressed(bytes: Buffer): Generator<Buffer> {
  yield bytes;
  for (const decompress of decompressors) {
    try {
      yield decompress(bytes, { maxOutputLength });
    } catch {
      // The body has another encoding, or is incomplete.
    }
  }
}

/** Empty for other values, which a recorder should not write. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const numberOf = (value: unknown): number => {
  const number = Number(textIn(value));
  return Number.isFinite(number) ? number : 0;
};
