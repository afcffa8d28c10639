import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';

// Guides link to programs that readers copy. VitePress must not look for pages of these names.
process.env.VITE_EXTRA_EXTENSIONS = 'py,sh,java,mjs';

const docs = join(import.meta.dirname, '..');

/** Returns the first heading of a page, without its Markdown. */
function titleOf(page: string): string {
  const heading = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), 'utf8'))?.[1];
  if (heading === undefined)
    throw new Error(`docs/${page}.md has no heading of the first level. Add one: "# Title".`);
  return heading.replaceAll('`', '');
}

const link = (page: string): DefaultTheme.SidebarItem => ({ text: titleOf(page), link: `/${page}` });

const pagesIn = (folder: string): DefaultTheme.SidebarItem[] =>
  readdirSync(join(docs, folder))
    .filter(name => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map(name => link(`${folder}/${name.replace(/\.md$/, '')}`));

export default defineConfig({
  title: 'Understudy',
  description:
    'A stand-in supplier for travel booking APIs, with a reference client, scenarios and a judge',
  base: process.env.DOCS_BASE ?? '/',
  lang: 'en',
  cleanUrls: true,
  rewrites: { 'decisions/README.md': 'decisions/index.md' },
  markdown: {
    config: md => {
      const changelog = /^(\.\.\/)+CHANGELOG\.md$/;
      md.core.ruler.push('changelog', state => {
        for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
          const target = token.attrGet('href');
          if (target !== null && changelog.test(target)) token.attrSet('href', '/reference/changelog');
        }
      });
    },
  },
  buildEnd: ({ outDir }) => {
    for (const folder of ['adapters', 'examples'])
      cpSync(join(docs, folder), join(outDir, folder), { recursive: true });
    cpSync(join(docs, '../contracts/openapi.json'), join(outDir, 'openapi.json'));
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/run' },
      { text: 'Rules', link: '/rules' },
      { text: 'Scenarios', link: '/scenarios' },
      { text: 'API', link: '/reference/api/' },
    ],
    sidebar: [
      { text: 'Guides', items: pagesIn('guides') },
      {
        text: 'Reference',
        items: [
          link('rules'),
          link('scenarios'),
          link('reference/operations'),
          link('reference/control-api'),
          { text: 'TypeScript API', link: '/reference/api/' },
          link('promises'),
          link('reference/changelog'),
        ],
      },
      { text: 'Contributors', items: [link('architecture'), { text: 'Decisions', link: '/decisions/' }] },
    ],
  },
});
