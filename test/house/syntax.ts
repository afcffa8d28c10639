import { parseSync, type Visitor } from 'vite';

export type Program = Parameters<Visitor['visit']>[0];
export type Comments = ReturnType<typeof parseSync>['comments'];

/**
 * Parses a source file. `lineAt` returns the line of an offset, from 1. Throws when the source cannot be parsed, so that no
 * file is skipped.
 *
 * @example
 * const { program, lineAt } = parse('a.ts', 'const a = 1;');
 */
export function parse(
  file: string,
  source: string,
): { program: Program; comments: Comments; lineAt: (offset: number) => number } {
  const { program, comments, errors } = parseSync(file, source);
  const [error] = errors;
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`);
  return { program, comments, lineAt: offset => source.slice(0, offset).split('\n').length };
}
