import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.ts';

/** The files that npm packs in addition to those that package.json lists. */
const alwaysPacked = ['README.md', 'LICENSE', 'package.json'];

const withoutBlocks = (text: string) => text.replaceAll(/^```.*?^```/gms, '');

/** Returns the targets of a page's links inside the project, as paths from its root with their anchors. Code holds no links. */
function targetsOf(page: string, text: string): { file: string; anchor: string }[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z]+:/.test(target))
    .map(target => {
      const [path = '', anchor = ''] = target.split('#');
      return { file: path === '' ? page : posix.join(posix.dirname(page), path), anchor };
    });
}

/** Returns the other files of the project that a page links to. */
const linksOf = (page: string, text: string): string[] =>
  targetsOf(page, text)
    .map(({ file }) => file)
    .filter(file => file !== page);

/** The text in lower case without punctuation, with `-` for each blank. A heading that repeats an earlier one gets a number. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6}[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns the links of a page whose anchor is no heading of their target, as `file#anchor`. Only Markdown pages have anchors. */
function deadAnchorsOf(page: string, text: string, read: (file: string) => string): string[] {
  return targetsOf(page, text)
    .filter(({ file, anchor }) => anchor !== '' && file.endsWith('.md'))
    .filter(({ file, anchor }) => !anchorsOf(file === page ? text : read(file)).has(anchor))
    .map(({ file, anchor }) => `${file}#${anchor}`);
}

describe('pages that are packed', () => {
  const files = projectFiles();
  const { files: packed } = JSON.parse(readProjectFile('package.json')) as { files: string[] }; // a field that npm defines
  const isPacked = (file: string) =>
    alwaysPacked.includes(file) || packed.some(entry => file === entry || file.startsWith(`${entry}/`));

  it('link only to files that exist and that are packed too', () => {
    const pages = files.filter(file => file.endsWith('.md') && isPacked(file));
    const links = pages.flatMap(page =>
      linksOf(page, readProjectFile(page)).map(target => ({ page, target })),
    );
    expect(links.length).toBeGreaterThan(40);
    expect(links.filter(({ target }) => !files.includes(target) || !isPacked(target))).toEqual([]);
  });
});

describe('anchors', () => {
  it('of links into a page name a heading of that page', () => {
    const pages = projectFiles().filter(file => file.endsWith('.md'));
    const targets = pages.flatMap(page => targetsOf(page, readProjectFile(page)));
    expect(targets.filter(({ anchor }) => anchor !== '').length).toBeGreaterThan(3);
    const dead = pages.flatMap(page =>
      deadAnchorsOf(page, readProjectFile(page), readProjectFile).map(link => `${page} links to ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('that no heading has are found, in other pages and in the page itself', () => {
    const pages: Record<string, string> = { 'docs/b.md': '# One\n\n```sh\n# two\n```\n' };
    const text = '# Here\n[a](b.md#one) [b](b.md#two) [c](#here) [d](#there) [e](f.ts#L1) [g](b.md)\n';
    expect(deadAnchorsOf('docs/a.md', text, file => pages[file] ?? '')).toEqual([
      'docs/b.md#two',
      'docs/a.md#there',
    ]);
  });

  it.each([
    ['# Read `--clock auto`, now!', 'read---clock-auto-now'],
    ['## … an operation ##', '-an-operation'],
    ['### See [the *guide*](a.md)', 'see-the-guide'],
    ['# Às 5 h: snake_case (2.0)', 'às-5-h-snake_case-20'],
  ])('follow the rules of GitHub: %s', (heading, anchor) => {
    expect([...anchorsOf(heading)]).toEqual([anchor]);
  });

  it('of equal headings are numbered', () => {
    expect([...anchorsOf('# A\n## A\n## A 1\n## A\n')]).toEqual(['a', 'a-1', 'a-1-1', 'a-2']);
  });
});

it('linksOf returns links within the project from its root, and none of those in code', () => {
  const text =
    'See [a](../b/c.md#d), [e](f.md), [g](#h), [i](https://j.example/k), `[l](m.md)`\n```\n[n](o)\n```\n';
  expect(linksOf('docs/x/y.md', text)).toEqual(['docs/b/c.md', 'docs/x/f.md']);
});
