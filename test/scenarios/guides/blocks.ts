import { readFileSync } from 'node:fs';

/**
 * Returns the code blocks of a guide in one language, in order.
 *
 * @example blocksOf('exec', 'sh')[0] // 'understudy exec …\n'
 */
export function blocksOf(guide: string, language: string): string[] {
  const text = readFileSync(`docs/guides/${guide}.md`, 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'));
  return [...blocks].map(([, block = '']) => block);
}
