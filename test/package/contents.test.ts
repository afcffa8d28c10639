import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, manifest, packedPackage, runModule } from './packed.ts';

const files = filesIn(packedPackage);

/** The fields of package.json that only development needs. */
const ours = 'devDependencies optionalDependencies allowScripts scarfSettings scripts imports'.split(' ');

describe('the packed package', () => {
  it('holds what is built, the docs, the readme, the changelog and the licence, and nothing else', () => {
    const held = [...new Set(files.map(file => file.split('/')[0]))].sort();
    expect(held.join(' ')).toBe('CHANGELOG.md LICENSE README.md dist docs package.json');
  });

  it('holds the docs with the images that they show, without the documentation site', () => {
    const docs = files.filter(file => file.startsWith('docs/'));
    expect(docs).toContain('docs/guides/run.md');
    expect(docs.filter(file => /^docs\/(?:\.vitepress|reference|index\.md)/.test(file))).toEqual([]);
    const shown = docs.flatMap(file => {
      const images = file.endsWith('.md') ? readText(file).matchAll(/\]\(([^)]+\.(?:png|svg))\)/g) : [];
      return [...images].map(([, to = '']) => join(dirname(file), to));
    });
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.filter(image => !docs.includes(image))).toEqual([]);
  });

  it('has one command under two names', () => {
    expect(Object.keys(manifest.bin)).toEqual(['travel-understudy', 'understudy']);
    expect(new Set(Object.values(manifest.bin)).size).toBe(1);
  });

  it('holds no sources, tests or tools', () => {
    const builtKinds =
      /\.(js|cjs|d\.ts|d\.cts|json)$|^dist\/contracts\/profile\/bundled\/\w+\.yaml$|^dist\/mock-server\/swagger-ui\/|^dist\/(?:scenarios\/cli\/THIRD-PARTY|mock-server\/(?:node\/certificates|web\/tool-server\/mcp-library))-LICENSES\.txt$|^dist\/scenarios\/warp\/(?:\w+(?:\.inc)?\.[ch]|prebuilds\/.+)$/;
    expect(files.filter(file => file.startsWith('dist/') && !builtKinds.test(file))).toEqual([]);
    const isInRoom = (file: string) => /^dist\/(?:contracts|mock-server|client|scenarios)\//.test(file);
    expect(files.filter(file => /^dist\/.+\//.test(file) && !isInRoom(file))).toEqual([]);
  });

  it('holds what the docs page is made of, with its licences, and no dependency that brings it', () => {
    const folder = 'dist/mock-server/swagger-ui/';
    const held = files.filter(file => file.startsWith(folder)).map(file => file.slice(folder.length));
    const wanted =
      'LICENSE NOTICE swagger-ui-bundle.js.LICENSE.txt swagger-ui-bundle.js.gz swagger-ui.css.gz';
    expect(held.sort().join(' ')).toBe(wanted);
    expect(manifest.dependencies).not.toHaveProperty('swagger-ui-dist');
  });

  it('holds the licence of every package that the bundle of the command line contains', () => {
    const licences = readText('dist/scenarios/cli/THIRD-PARTY-LICENSES.txt');
    const bundled = files.filter(file => /^dist\/scenarios\/cli\/.*\.js$/.test(file)).map(readText);
    const names = bundled.flatMap(code =>
      [...code.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(([, name]) => name),
    );
    expect(names).toContain('hono');
    const withoutLicence = [...new Set(names)].filter(name => !licences.includes(`${name} `));
    expect(withoutLicence).toEqual([]);
    const texts = licences.match(/Permission (?:is hereby granted|to use)|Apache License\s+Version/g);
    expect(texts).toHaveLength(new Set(names).size + 1); // that of faker has a second part
  });

  it.each([
    ['report', ['preact']],
    [
      'console',
      ['@preact/signals', '@preact/signals-core', '@tanstack/virtual-core', 'eventsource-parser', 'preact'],
    ],
  ])('holds the licences of the packages in the page %s', (name, bundled) => {
    const page = readText(`dist/scenarios/web/${name}-page.js`);
    for (const one of bundled) expect(page).toMatch(new RegExp(`\\\\n${one} [0-9.]+\\\\n`));
    expect(page.match(/Permission is hereby granted/g)).toHaveLength(bundled.length);
  });

  it('holds every consumer contract, each under an entry', () => {
    const folder = 'contracts/pacts';
    const held = files.filter(file => file.startsWith(`dist/${folder}/`)).map(file => file.slice(5));
    const pacts = readdirSync(folder).map(name => `${folder}/${name}`);
    expect(held.sort()).toEqual(pacts.sort());
    const entries = Object.keys(manifest.exports).filter(entry => entry.startsWith(`./${folder}/`));
    expect(entries.sort()).toEqual(held.map(file => `./${file}`));
  });

  it('shows the docs page when it serves', () => {
    const script = `const { createMockSupplier } = await import('travel-understudy/mock-server');
      const { listen } = await import('travel-understudy/mock-server/node');
      const { url, close } = await listen(createMockSupplier(), { port: 0 });
      const paths = ['/docs', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'];
      console.log(JSON.stringify(await Promise.all(paths.map(async path => (await fetch(url + path)).status))));
      await close();`;
    const { stdout, stderr } = runModule(script);
    expect({ stdout, stderr }).toEqual({ stdout: '[200,200,200]\n', stderr: '' });
  });

  it('says in package.json only what a user needs', () => {
    expect(Object.keys(manifest).filter(field => ours.includes(field))).toEqual([]);
    const names = Object.keys(manifest.dependencies);
    expect(names.filter(name => /^node-|^typescript$|^vitest$/.test(name))).toEqual([]);
  });

  it('holds the file of every entry and command', () => {
    const targets = Object.values(manifest.exports).flatMap(target =>
      typeof target === 'string' ? [target] : Object.values(target ?? {}),
    );
    const all = [...targets, ...Object.values(manifest.bin)];
    expect(all.filter(target => !files.includes(String(target).replace(/^\.\//, '')))).toEqual([]);
  });

  it('has no import left that only the sources can resolve', () => {
    const code = files.filter(file => /\.(js|cjs|d\.ts|d\.cts)$/.test(file));
    const source = /(?:from |import |import\()['"](?:#|\.[^'"]*\.ts['"])/;
    expect(code.filter(file => source.test(readText(file)))).toEqual([]);
  });

  it('has a command that the system can start', () => {
    for (const command of Object.values(manifest.bin))
      expect(readText(String(command))).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

function readText(file: string): string {
  return readFileSync(join(packedPackage, file), 'utf8');
}
