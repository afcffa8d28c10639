import { oneLine } from './escape.ts';

/**
 * Escapes untrusted text, so that it cannot become a link, an image, a mention or HTML.
 *
 * @example escapeMarkdown('a | <b>') // 'a \\| &lt;b&gt;'
 */
export const escapeMarkdown = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_[\]|~!]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;');

/** A cell that contains only names of rules in code spans needs no escaping. */
const isNames = (cell: string): boolean => /^(?:`[a-z0-9-]+`(?:, )?)+$/.test(cell);

const row = (cells: readonly string[]): string =>
  `| ${cells.map(cell => (isNames(cell) ? cell : escapeMarkdown(cell))).join(' | ')} |`;

/** Returns a Markdown table. The cells can contain untrusted text. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---|').join('')}`,
  ...rows.map(row),
];

/** Returns lines that a reader unfolds by a click. */
export const details = (title: string, lines: readonly string[]): string[] => [
  `<details><summary>${title}</summary>`,
  '',
  ...lines,
  '',
  '</details>',
];
