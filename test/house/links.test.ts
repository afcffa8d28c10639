import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.ts';

/** What npm packs beside the folders that package.json lists. */
const alwaysPacked = ['README.md', 'LICENSE', 'package.json'];

/** Where the links of a page lead to inside the project, as paths from its root; what is code is no link. */
function linksOf(page: string, text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.split('#')[0] ?? '')
    .filter(target => target !== '' && !/^[a-z]+:/.test(target))
    .map(target => posix.join(posix.dirname(page), target));
}

describe('pages that are packed', () => {
  const files = projectFiles();
  const { files: packed } = JSON.parse(readProjectFile('package.json')) as { files: string[] }; // npm's field
  const isPacked = (file: string) =>
    alwaysPacked.includes(file) || packed.some(entry => file === entry || file.startsWith(`${entry}/`));

  it('link to what is there and packed with them', () => {
    const pages = files.filter(file => file.endsWith('.md') && isPacked(file));
    const links = pages.flatMap(page =>
      linksOf(page, readProjectFile(page)).map(target => ({ page, target })),
    );
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter(({ target }) => !files.includes(target) || !isPacked(target))).toEqual([]);
  });
});

describe('linksOf', () => {
  it('gives links within the project from its root, and none of those in code', () => {
    const text =
      'See [a](../b/c.md#d), [e](f.md), [g](#h), [i](https://j.example/k), `[l](m.md)`\n```\n[n](o)\n```\n';
    expect(linksOf('docs/x/y.md', text)).toEqual(['docs/b/c.md', 'docs/x/f.md']);
  });
});
