import { projectFiles, readProjectFile } from '../house/project-files.ts';

export interface ShellBlock {
  readonly page: string;
  /** Its first line on the page, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Of the README and the docs, in order. */
export function shellBlocks(): ShellBlock[] {
  const pages = projectFiles().filter(file => /^(?:README\.md|docs\/.*\.md)$/.test(file));
  return pages.sort().flatMap(page =>
    blocksIn(readProjectFile(page), 'sh|bash|shell|console').map(({ line, text }) => ({
      page,
      line,
      text,
    })),
  );
}

export const blocksOf = (guide: string, language: string): string[] =>
  blocksIn(readProjectFile(`docs/guides/${guide}.md`), language).map(({ text }) => text);

/** Returns the code blocks of a page in some languages, such as `sh|text`, in order. */
export function blocksIn(
  page: string,
  languages: string,
): { line: number; language: string; text: string }[] {
  const blocks = page.matchAll(new RegExp(`^(\`\`\`+)(${languages})\\n(.*?)^\\1$`, 'gms'));
  return [...blocks].map(({ index, 2: language = '', 3: text = '' }) => ({
    line: page.slice(0, index).split('\n').length,
    language,
    text,
  }));
}

/** Splits a block into commands. A command can continue after a backslash or inside quotes. */
export function commandsOf(block: string): string[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.trimEnd().split('\n')) {
    open += open === '' ? line : `\n${line}`;
    const isQuoted = (open.match(/'/g)?.length ?? 0) % 2 === 1;
    if (isQuoted || open.endsWith('\\')) continue;
    commands.push(open);
    open = '';
  }
  if (open !== '') throw new Error(`a command does not end: ${open}`);
  return commands;
}
