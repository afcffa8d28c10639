import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { createContext } from 'node:vm';
import { build } from 'vite';
import { inject } from 'vitest';

export interface Bundle {
  readonly code: string;
  /** Node built-ins, each with the importing file. */
  readonly builtins: string[];
  /** Every module that the bundler read, also unused ones: files of the package from `dist/`, others by package. */
  readonly modules: string[];
}

/** From a project that has installed the packed package. The script writes its exports to the global variable `name`. */
export async function bundle(name: string, source: string, { minify = false } = {}): Promise<Bundle> {
  const root = inject('packedProject');
  const entry = join(root, `${name}.js`);
  writeFileSync(entry, source);
  const builtins: string[] = [];
  const modules = new Set<string>();
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify, lib: { entry, formats: ['iife'], name } },
    plugins: [
      {
        name: 'note-imports',
        enforce: 'pre',
        resolveId(id, importer) {
          if (isBuiltin(id)) builtins.push(`${id} in ${importer && moduleName(importer)}`);
        },
        moduleParsed({ id }) {
          if (id !== entry) modules.add(moduleName(id));
        },
      },
    ],
  });
  const outputs = [result].flat().flatMap(built => ('output' in built ? built.output : []));
  const code = outputs.map(output => ('code' in output ? output.code : '')).join('\n');
  return { code, builtins, modules: [...modules].sort() };
}

/** Returns `dist/client/index.js` for a file of the package, and `zod` for a file of another package. */
function moduleName(path: string): string {
  const [, name = path, inside = ''] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(path) ?? [];
  return name === 'travel-understudy' ? inside : name;
}

const webNames = [
  'fetch Request Response Headers URL URLSearchParams TextEncoder TextDecoder Blob structuredClone',
  'ReadableStream WritableStream TransformStream CompressionStream DecompressionStream',
  'AbortController AbortSignal DOMException Event EventTarget crypto performance console',
  'setTimeout clearTimeout setInterval clearInterval queueMicrotask atob btoa',
].flatMap(line => line.split(' '));

/** The global names of a page: Web APIs only, without process, Buffer, require or global. */
export function page() {
  return createContext(Object.fromEntries(webNames.map(name => [name, Reflect.get(globalThis, name)])));
}
