import { readFile } from 'node:fs/promises';
import type { DocsFile } from '../bindings.ts';

// The build lays the files into the folder above this one, so that users do not install swagger-ui-dist for them (decision 25).
const folder = import.meta.url.endsWith('.ts')
  ? import.meta.resolve('swagger-ui-dist/package.json')
  : new URL('../swagger-ui/', import.meta.url);

/**
 * A file of Swagger UI.
 *
 * @example await readDocsFile('swagger-ui.css')
 */
export function readDocsFile(name: DocsFile): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(name, folder));
}
