import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.ts';
import { arrowViolations } from './room-arrows.ts';

const files = projectFiles();

describe('the rooms', () => {
  it('import only along the arrows, and enter a folder by its index.ts only', () => {
    const sources = files.filter(file => /\.(tsx?|cjs|js)$/.test(file));
    expect(sources.some(file => file.startsWith('contracts/'))).toBe(true);
    expect(sources.flatMap(file => arrowViolations(file, readProjectFile(file)))).toEqual([]);
  });

  it('have one folder idiom: no x.ts beside a folder x/', () => {
    const folders = new Set(files.map(file => file.slice(0, file.lastIndexOf('/'))));
    const product = files.filter(file => /^(contracts|mock-server|client|scenarios)\/.*\.tsx?$/.test(file));
    expect(product.filter(file => folders.has(file.replace(/\.tsx?$/, '')))).toEqual([]);
  });
});

describe('arrowViolations', () => {
  it.each([
    ['contracts/openapi/index.ts', "import { createDocument } from 'zod-openapi';"],
    ['mock-server/web/app.ts', "import { Hono } from 'hono/tiny';\nimport { limits } from '#contracts';"],
    ['mock-server/node/socket.ts', "import { gzipSync } from 'node:zlib';"],
    ['scenarios/cli/a.ts', "import { listen } from '#mock-server/node';\nimport { parse } from 'yaml';"],
    ['test/b.test.ts', "import { SortedList } from '#mock-server/clock/sorted-list';"],
    ['test/b.test.ts', "import { cases } from '../tools/bench/cases/index.ts';"],
    ['contracts/a/b/c.ts', "import { e } from '../d.ts';\nimport { g } from '../f/index.ts';"],
    ['vitest.config.ts', "import { defineConfig } from 'vitest/config';"],
    ['contracts/comment.ts', "// import { x } from '#client';\nexport const text = \"import 'hono'\";"],
  ])('accepts what %s imports', (file, source) => {
    expect(arrowViolations(file, source)).toEqual([]);
  });

  it.each([
    ['contracts/a.ts', "import { x } from '#mock-server';", 'no other room'],
    ['contracts/a.ts', "import { readFileSync } from 'fs';", 'Node built-in'],
    ['contracts/a.ts', "import { createDocument } from 'zod-openapi';", 'only for files like'],
    ['contracts/a.ts', "import { b } from '#contracts';", 'relative path'],
    ['mock-server/a.ts', "export * from '#scenarios';", 'only contracts'],
    ['mock-server/a.ts', "const z = await import('node:zlib');", 'only for files like'],
    ['mock-server/a.ts', "import { x } from '../contracts/x.ts';", 'must stay inside mock-server/'],
    [
      'mock-server/a.ts',
      "import { a } from '#contracts/util/clock';",
      'only tests and tools reach into a room',
    ],
    ['mock-server/nodes.ts', "import { serve } from '@hono/node-server';", 'only for files like'],
    ['mock-server/a.ts', "import { fakerEN } from '@faker-js/faker';", 'not for mock-server'],
    ['client/a.ts', "import type { X } from '#mock-server';", 'only contracts'],
    ['client/a.ts', "import { d } from './b/c.ts';", 'import client/b/index.ts'],
    ['client/a/b.ts', "import { d } from '../c/d/index.ts';", 'import client/c/index.ts'],
    ['test/mock-server/a.test.ts', "import { x } from '../../mock-server/x.ts';", 'must stay inside test/'],
  ])('objects to %s: %s', (file, source, reason) => {
    expect(arrowViolations(file, `\n${source}`)).toEqual([
      expect.stringMatching(new RegExp(`^${file}:2 imports .*${reason}`)),
    ]);
  });
});
