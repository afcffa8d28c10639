const percentRun = /(?:%(?:25){0,8}[\da-f]{2})+/gi;
const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const entity = /&(?:#x0{0,8}([\da-f]{1,6})|#0{0,8}(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
// A match contains the whole run of backslashes, so that a megabyte of backslashes needs only one match.
const backslash = /\\+(?:u([\da-f]{4})|x([\da-f]{2})|([nrt])|(["'/]))?/gi;

/**
 * Decodes the escapes of JSON, URLs, forms and HTML in a text. Escapes within escapes are decoded too. An escaped line end becomes
 * a space. Invalid escapes stay.
 *
 * @example decodeEscapes('ana%40example.com \\u0031') // 'ana@example.com 1'
 */
export function decodeEscapes(text: string): string {
  let plain = text;
  if (plain.includes('%')) plain = plain.replace(percentRun, decodePercents);
  if (plain.includes('\\')) plain = plain.replace(backslash, decodeBackslash);
  if (plain.includes('&')) plain = plain.replace(entity, decodeEntity);
  return plain;
}

function decodePercents(run: string): string {
  const single = run.replace(/%(?:25)+(?=[\da-f]{2})/gi, '%');
  try {
    return decodeURIComponent(single);
  } catch {
    return single.replace(/%([\da-f]{2})/gi, (_, code: string) => character(code, 16));
  }
}

function decodeBackslash(all: string, unit?: string, byte?: string, blank?: string, sign?: string): string {
  if (blank !== undefined) return ' ';
  const code = unit ?? byte;
  return sign ?? (code === undefined ? all : character(code, 16));
}

function decodeEntity(all: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return signs[name.toLowerCase()] ?? all;
  return hex === undefined ? character(decimal ?? '', 10) : character(hex, 16);
}

function character(code: string, radix: number): string {
  const point = Number.parseInt(code, radix);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
