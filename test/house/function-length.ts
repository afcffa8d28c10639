import { Visitor } from 'vite';
import { parse } from './syntax.ts';

type Located = { start: number; end: number; id?: { name: string } | null };

/**
 * Lists the functions of a source that have more than `max` lines, each with its place.
 *
 * @example longFunctions('a.ts', source, 60) // ['a.ts:12 createClock has 75 lines']
 */
export function longFunctions(file: string, source: string, max: number): string[] {
  const { program, lineAt } = parse(file, source);
  const found: string[] = [];
  const measure = (node: Located) => {
    const first = lineAt(node.start);
    const lines = lineAt(node.end) - first + 1;
    if (lines > max) found.push(`${file}:${first} ${node.id?.name ?? 'a function'} has ${lines} lines`);
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return found;
}
