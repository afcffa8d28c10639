import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.ts';
import { arrowViolations } from './room-arrows.ts';

describe('the rooms', () => {
  it('import only along the arrows', () => {
    const sources = projectFiles().filter(file => /\.(tsx?|cjs|js)$/.test(file));
    expect(sources.some(file => file.startsWith('contracts/'))).toBe(true);
    expect(sources.flatMap(file => arrowViolations(file, readProjectFile(file)))).toEqual([]);
  });
});

describe('arrowViolations', () => {
  it.each([
    ['contracts/a.ts', "import * as z from 'zod';"],
    ['contracts/openapi/index.ts', "import { createDocument } from 'zod-openapi';"],
    ['contracts/rules/a.ts', "import type { B } from '../b.ts';"],
    ['mock-server/app.ts', "import { Hono } from 'hono/tiny';\nimport { limits } from '#contracts';"],
    [
      'mock-server/node/index.ts',
      "import { serve } from '@hono/node-server';\nimport { createServer } from 'node:http';",
    ],
    ['mock-server/node/socket.ts', "import { gzipSync } from 'node:zlib';"],
    ['mock-server/msw.ts', "import { http } from 'msw';"],
    ['client/node/index.ts', "import { appendFileSync } from 'node:fs';"],
    ['scenarios/cli/a.ts', "import { listen } from '#mock-server/node';\nimport { parse } from 'yaml';"],
    ['test/a.test.ts', "import { it } from 'vitest';\nimport { main } from '#scenarios';"],
    ['test/b.test.ts', "import { createHeap } from '#mock-server/heap';"],
    ['vitest.config.ts', "import { defineConfig } from 'vitest/config';"],
    ['contracts/comment.ts', "// import { x } from '#client';\nexport const text = \"import 'hono'\";"],
  ])('accepts what %s imports', (file, source) => {
    expect(arrowViolations(file, source)).toEqual([]);
  });

  it.each([
    ['contracts/a.ts', "import { x } from '#mock-server';", 'no other room'],
    ['contracts/a.ts', "import { readFileSync } from 'node:fs';", 'Node built-in'],
    ['contracts/a.ts', "import { readFileSync } from 'fs';", 'Node built-in'],
    ['contracts/a.ts', "import { createDocument } from 'zod-openapi';", 'only for files like'],
    ['contracts/a.ts', "import { b } from '#contracts';", 'relative path'],
    ['mock-server/a.ts', "import { x } from '#client';", 'only contracts'],
    ['mock-server/a.ts', "export * from '#scenarios';", 'only contracts'],
    ['mock-server/a.ts', "const z = await import('node:zlib');", 'only for files like'],
    ['mock-server/a.ts', "import { x } from '../contracts/x.ts';", 'must stay inside mock-server/'],
    ['mock-server/a.ts', "import { a } from '#contracts/clock';", 'only tests and tools reach into a room'],
    ['mock-server/a.ts', "import { http } from 'msw';", 'only for files like'],
    ['mock-server/nodes.ts', "import { serve } from '@hono/node-server';", 'only for files like'],
    ['mock-server/a.ts', "import * as z from 'zod';", 'only for files like'],
    ['mock-server/a.ts', "import { parse } from 'yaml';", 'not for mock-server'],
    ['mock-server/a.ts', "import { fakerEN } from '@faker-js/faker';", 'not for mock-server'],
    ['mock-server/a.ts', "import { Collection } from '@msw/data';", 'only for files like'],
    ['client/a.ts', "import type { X } from '#mock-server';", 'only contracts'],
    ['client/a.ts', "export type T = import('zod').ZodType;", 'not for client'],
    ['client/a.ts', "const fs = require('node:fs');", 'only for files like'],
    ['scenarios/run/a.ts', "import { x } from '#test/x';", 'only contracts, mock-server, client'],
    ['scenarios/run/a.ts', "import { Hono } from 'hono';", 'not for scenarios'],
    ['test/mock-server/a.test.ts', "import { x } from '../../mock-server/x.ts';", 'must stay inside test/'],
  ])('objects to %s: %s', (file, source, reason) => {
    expect(arrowViolations(file, source)).toEqual([expect.stringContaining(reason)]);
  });

  it('names the file and the line', () => {
    const source = "import * as z from 'zod';\n\nimport { a } from '#client';\n";
    expect(arrowViolations('contracts/a.ts', source)[0]).toMatch(/^contracts\/a\.ts:3 imports '#client': /);
  });
});
