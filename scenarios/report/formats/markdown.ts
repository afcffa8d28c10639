import { type Format, isTable, type Section, type Table } from '../document.ts';
import { oneLine, plain, showControls } from '../text.ts';

/** Writes the report as Markdown, for a step summary of GitHub Actions or a comment: the sums, the findings, and folded tables. */
export const markdown: Format = ({ summary: [first = '', ...rest], parts }) =>
  [
    '### Understudy',
    ...block(first === '' ? [] : [`**${escapeMarkdown(first)}**`]),
    ...rest.flatMap(line => block([escapeMarkdown(line)])),
    ...parts.flatMap(part => (isTable(part) ? foldedTable(part) : sectionLines(part))),
    '',
  ].join('\n');

const block = (lines: readonly string[]): string[] => (lines.length > 0 ? ['', ...lines] : []);

function sectionLines({ heading, columns, findings, proofs }: Section): string[] {
  const cells = findings.map(one => one.cells);
  if (cells.length === 0) return [];
  const proofLines = proofs === undefined ? [] : findings.flatMap(one => [...one.lines(plain), '']);
  return [
    ...block(heading ? [`#### ${heading[1]}`] : []),
    ...block(columns ? table(columns, cells) : cells.map(one => `- ${one.map(escapeMarkdown).join(' ')}`)),
    ...block(proofs === undefined ? [] : details(proofs, fence(proofLines))),
  ];
}

const foldedTable = ({ title, columns, rows }: Table): string[] =>
  rows.length === 0 ? [] : block(details(title, table(columns, rows)));

const details = (title: string, lines: readonly string[]): string[] => [
  `<details><summary>${title}</summary>`,
  '',
  ...lines,
  '',
  '</details>',
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---|').join('')}`,
  ...rows.map(cells => `| ${cells.map(cell => (isNames(cell) ? cell : escapeMarkdown(cell))).join(' | ')} |`),
];

/** A cell that contains only names of rules in code spans needs no escaping. */
const isNames = (cell: string): boolean => /^(?:`[a-z0-9-]+`(?:, )?)+$/.test(cell);

/** Escapes untrusted text, so that it cannot become a link, an image, a mention or HTML. */
const escapeMarkdown = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_[\]|~!]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '&#64;');

/** Returns lines as a block of code. Text of the client cannot end the block. */
const fence = (lines: readonly string[]): string[] => [
  '```text',
  ...lines.map(line => showControls(line).replaceAll('```', '` ` `')),
  '```',
];
