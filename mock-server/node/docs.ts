import { readFile } from 'node:fs/promises';
import type { DocsFile } from '../http/index.ts';

// The build copies the files, so that users do not install swagger-ui-dist (decision 13). The relative address is correct for a file in
// dist/mock-server/node and for the bundle in dist/scenarios/cli.
const folder = import.meta.url.endsWith('.ts')
  ? import.meta.resolve('swagger-ui-dist/package.json')
  : new URL('../../mock-server/swagger-ui/', import.meta.url);

export function readDocsFile(name: DocsFile): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(name, folder));
}
