import { parseSync, type Visitor } from 'vite';

export type Program = Parameters<Visitor['visit']>[0];
export type Comments = ReturnType<typeof parseSync>['comments'];

/**
 * Parses one source file and tells the line (from 1) of an offset in it.
 * Throws when the source cannot be parsed, so that no file slips through unread.
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
