import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { DocsFile } from '../http/index.ts';

// The build copies the files compressed, so that users do not install swagger-ui-dist (decision 13). The relative address is correct for
// a file in dist/mock-server/node and for the bundle in dist/scenarios/cli.
const isSource = import.meta.url.endsWith('.ts');
const folder = isSource
  ? import.meta.resolve('swagger-ui-dist/package.json')
  : new URL('../../mock-server/swagger-ui/', import.meta.url);

export async function readDocsFile(name: DocsFile): Promise<Uint8Array<ArrayBuffer>> {
  return isSource
    ? readFile(new URL(name, folder))
    : gunzipSync(await readFile(new URL(`${name}.gz`, folder)));
}

const guides = new URL(isSource ? '../../docs/' : '../../../docs/', import.meta.url);
const readText = (name: string): Promise<string> => readFile(new URL(name, guides), 'utf8');

export async function readGuide(path: string): Promise<string | undefined> {
  const list = await readText('llms.txt');
  if (path === '/llms.txt') return list;
  const names = Array.from(list.matchAll(/\]\(llms\/([^)]+)\)/g), ([, name = '']) => name);
  if (path === '/llms-full.txt') return (await Promise.all(names.map(readText))).join('\n');
  const name = names.find(known => path === `/llms/${known}`);
  return name && readText(name);
}
