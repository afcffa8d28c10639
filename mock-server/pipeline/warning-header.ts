import type { Warning } from '#contracts/exchange';
import { shorten } from '#contracts/util';

/** The maximum number of warnings that the header names. */
const maxNamed = 5;
/** The maximum length of a field's path in the header, in characters. */
const maxField = 60;

/**
 * Returns the header that tells a client about the warnings: their number, and kind and field of the first warnings. The
 * journal has the messages. Returns an empty object without warnings.
 *
 * @param warnings the redacted warnings
 * @example warningHeader([{ kind: 'lenient', field: 'Criteria.NumNights', message: '…' }])
 * // { 'x-understudy-warnings': '1; lenient Criteria.NumNights' }
 */
export function warningHeader(warnings: readonly Warning[]): Record<string, string> {
  if (warnings.length === 0) return {};
  const named = warnings.slice(0, maxNamed).map(({ kind, field }) => `${kind} ${place(field)}`);
  const more = warnings.length > maxNamed ? ['...'] : [];
  return { 'x-understudy-warnings': [warnings.length, ...named, ...more].join('; ') };
}

/** Returns a field as ASCII text without separators. An empty field means the whole body. */
const place = (field: string): string =>
  field === ''
    ? '(body)'
    : shorten(field, maxField)
        .replace('…', '...')
        .replaceAll(/[^!-~]|;/g, '?');
