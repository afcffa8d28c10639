import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Core from '#mock-server';
import type * as NodeSide from '#mock-server/node';
import type * as Catalogue from '#scenarios/catalogue/index';
import { clockStart } from '../requests.ts';
import { answerParent } from './answer-parent.ts';

// The built package as a server with the built-in scenarios. It runs as many of them as a sandbox keeps.

const rateLimit = 2_000_000;
const dist = join(import.meta.dirname, '..', '..', '..', 'dist');
const load = (file: string) => import(pathToFileURL(join(dist, file)).href);
const { createMockSupplier }: typeof Core = await load('mock-server/index.js');
const { listen }: typeof NodeSide = await load('mock-server/node/index.js');
const { catalogue }: typeof Catalogue = await load('scenarios/catalogue/index.js');

const clock = { mode: 'real', start: clockStart } as const;
const supplier = createMockSupplier({ catalogue, clock, options: { rateLimit } });
const { port } = await listen(supplier, { port: 0 });
const { runs } = supplier.sandboxes.require('default');
answerParent(port, ({ plays: count }: { plays: number }) => {
  for (let play = 0; play < count; play += 1)
    runs.join(catalogue[play % catalogue.length]?.id ?? '', `play ${play}`);
  return runs.size;
});
