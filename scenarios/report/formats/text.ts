import { alignColumns } from '#contracts/util';
import { type Format, isTable, type Section } from '../document.ts';
import type { Paint } from '../text.ts';

export const text: Format = ({ parts, summary: [first, ...rest] }, paint) => {
  const blocks = parts.flatMap(part => {
    if (!isTable(part)) return sectionBlocks(part, paint);
    const { columns, rows, isFolded } = part;
    return isFolded || rows.length === 0 ? [] : [alignColumns([columns, ...rows]).join('\n')];
  });
  if (first !== undefined) blocks.push([paint('bold', first), ...rest].join('\n'));
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
};

function sectionBlocks({ heading, findings, isLoose }: Section, paint: Paint): string[] {
  const texts = findings.map(one => one.lines(paint).join('\n')).filter(one => one !== '');
  if (texts.length === 0) return [];
  const all = heading ? [paint('bold', paint(...heading)), ...texts] : texts;
  return isLoose ? all : [all.join('\n')];
}
