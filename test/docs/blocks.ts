import { projectFiles, readProjectFile } from '../house/project-files.ts';

/** Commands of a page, as they are to be pasted. */
export interface ShellBlock {
  readonly page: string;
  /** The line of the page that it begins at, from 1. */
  readonly line: number;
  readonly text: string;
}

/**
 * Every block of shell commands in the README and the docs, in their order.
 *
 * @example shellBlocks().filter(({ page }) => page === 'README.md')[0]?.text // 'npm ci && npm start\n'
 */
export function shellBlocks(): ShellBlock[] {
  const pages = projectFiles().filter(file => /^(?:README\.md|docs\/.*\.md)$/.test(file));
  return pages.sort().flatMap(page => {
    const text = readProjectFile(page);
    const blocks = text.matchAll(/^(```+)(?:sh|bash|shell|console)\n(.*?)^\1$/gms);
    return [...blocks].map(({ index, 2: block = '' }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      text: block,
    }));
  });
}

/** Commands of a block, each with the lines that it goes on in: behind a backslash, or inside of quotes. */
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
