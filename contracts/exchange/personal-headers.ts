import { maskText, readEscapes } from '../util/index.ts';

/** A request header with personal data. Its value is not kept. */
export interface PersonalHeader {
  name: string;
  /** Letters are `a`, digits are `9`. */
  shape: string;
  last4?: string;
}

const [maxName, maxValue, maxFound] = [80, 4_000, 3];

const masked = /[a9._%+'-]{1,64}@[a9-]{1,63}(?:\.[a9-]{1,63})+|9(?:[ .+_/-]?9){10,}/g;
const base64 = /[\w+/-]{8,}/g;
const cardLength = 13;
/** Proxies and tracing tools: their numbers and addresses can look like personal data. */
const machineHeader = /^x-(?:b3-|datadog-|forwarded-|real-ip$)/;

export function personalHeaders(name: string, value: string): PersonalHeader[] {
  if (machineHeader.test(name)) return [];
  const plain = readEscapes(value.slice(0, maxValue));
  const found = [plain, ...(plain.match(base64) ?? []).map(decodeBase64)].flatMap(shapesIn);
  const shown = found.length > 0 ? maskText(name).slice(0, maxName) : '';
  return found.slice(0, maxFound).map(one => ({ name: shown, ...one }));
}

function shapesIn(text: string): Omit<PersonalHeader, 'name'>[] {
  const without = maskText(text);
  if (without === text) return [];
  return [...without.matchAll(masked)].map(({ 0: shape, index }) => {
    const digits = shape.includes('@') ? '' : text.slice(index, index + shape.length).replace(/\D/g, '');
    return digits.length < cardLength ? { shape } : { shape, last4: digits.slice(-4) };
  });
}

function decodeBase64(piece: string): string {
  const whole = piece.length % 4 === 1 ? piece.slice(0, -1) : piece; // no base64 has this length
  const text = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  return isText.test(text) ? text : '';
}

/** Matches a text in UTF-8, whose bytes are read as single characters. */
const isText = /^(?:[^\p{Cc}]|[\t\r\n\x80-\x9f])*$/u;
