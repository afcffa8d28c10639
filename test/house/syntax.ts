import { parseSync } from 'vite';

type Parsed = ReturnType<typeof parseSync>;

/** `lineAt` returns the line of an offset, from 1. Throws when the source cannot be parsed, so that no file is skipped. */
export function parse(
  file: string,
  source: string,
): Pick<Parsed, 'program' | 'comments' | 'module'> & { lineAt: (offset: number) => number } {
  const parsed = parseSync(file, source);
  const [error] = parsed.errors;
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`);
  return {
    // To read the whole program costs more than to parse it.
    get program() {
      return parsed.program;
    },
    comments: parsed.comments,
    module: parsed.module,
    lineAt: (offset: number) => source.slice(0, offset).split('\n').length,
  };
}
