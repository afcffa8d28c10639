import { expect, it } from 'vitest';
import { bundle } from './bundle.ts';

it.each(['contracts', 'rules', 'control', 'client', 'mock-server', 'scenarios'])(
  'travel-understudy/%s imports no Node built-in, so that a browser can load it',
  async entry => {
    const { code, builtins } = await bundle('entry', `export * from 'travel-understudy/${entry}';`);
    expect(builtins).toEqual([]);
    expect(code.length).toBeGreaterThan(1000);
  },
);
