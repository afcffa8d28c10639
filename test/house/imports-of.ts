import { parse } from './syntax.ts';

export type Import = { specifier: string; line: number };

/**
 * Returns the imports of a file: `import`, `import type`, `export … from`, and `import()` of a text.
 *
 * @example
 * importsOf('a.ts', "export * from './b.ts';"); // [{ specifier: './b.ts', line: 1 }]
 */
export function importsOf(file: string, source: string): Import[] {
  const { module, lineAt } = parse(file, source);
  const { staticImports, staticExports, dynamicImports } = module;
  const found = new Map<string, number>();
  for (const { moduleRequest } of [...staticImports, ...staticExports.flatMap(({ entries }) => entries)])
    if (moduleRequest) found.set(moduleRequest.value, moduleRequest.start);
  for (const { moduleRequest } of dynamicImports) {
    const text = /^'([^']+)'$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    if (text?.[1]) found.set(text[1], moduleRequest.start);
  }
  return [...found].map(([specifier, start]) => ({ specifier, line: lineAt(start) }));
}
