import { Visitor } from 'vite';
import { parse } from './syntax.ts';

export type Import = { specifier: string; line: number };

type Literal = { type: string; value?: unknown; start: number };

/**
 * Returns all imports of a file: `import`, `import type`, `export … from`, `import()`, `import('…').T` and `require()`.
 * Specifiers that are computed at run time are left out.
 *
 * @example
 * importsOf('a.ts', "export * from './b.ts';"); // [{ specifier: './b.ts', line: 1 }]
 */
export function importsOf(file: string, source: string): Import[] {
  const { program, lineAt } = parse(file, source);
  const found: Import[] = [];
  const take = (from: Literal | null | undefined) => {
    if (typeof from?.value === 'string') found.push({ specifier: from.value, line: lineAt(from.start) });
  };
  new Visitor({
    ImportDeclaration: node => take(node.source),
    ExportAllDeclaration: node => take(node.source),
    ExportNamedDeclaration: node => take(node.source),
    ImportExpression: node => take(node.source),
    TSImportType: node => take(node.source),
    CallExpression: node => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') take(node.arguments[0]);
    },
  }).visit(program);
  return found;
}
