import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** The guides in the order of a reader's tasks. */
const guides: Readonly<Record<string, readonly string[]>> = {
  'First bookings': ['first-booking', 'quickstart-python', 'payment'],
  'Provoke failures': ['console', 'faults', 'scenarios'],
  'Judge your client': ['run', 'explore', 'explore-tests', 'warp', 'exec', 'ci', 'container', 'agents'],
  'A shared server': ['operate', 'store', 'replicas', 'tls'],
  'Your test runner': ['vitest', 'browser', 'msw', 'other-runners', 'pact'],
  'Your supplier': ['inventory', 'profile', 'verify'],
  'A correct client': ['client'],
};
/** Pages whose tables need the whole width. */
const widePages = ['rules.md', 'rules-by-product.md', 'scenarios.md', 'guides/fault-kinds.md'];
/** Guides that are reference pages. */
const referenceGuides = ['command-line', 'fault-kinds'];

const listed = new Set([...Object.values(guides).flat(), ...referenceGuides]);
for (const file of readdirSync(join(docs, 'guides')).filter(name => name.endsWith('.md')))
  if (!listed.has(file.replace(/\.md$/, '')))
    throw new Error(
      `docs/guides/${file} is not in the sidebar. Add it to \`guides\` in docs/.vitepress/config.ts.`,
    );

export default defineConfig({
  // The guides name servers on the reader's own machine.
  ignoreDeadLinks: 'localhostLinks',
  title: 'Understudy',
  description: 'A stand-in supplier for travel booking APIs, with a reference client, scenarios and a judge',
  base: process.env.DOCS_BASE ?? '/',
  lang: 'en',
  cleanUrls: true,
  vite: { build: { chunkSizeWarningLimit: 2_000 } },
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
  transformPageData: ({ relativePath, frontmatter }) => {
    if (widePages.includes(relativePath)) frontmatter.aside = false;
  },
  buildEnd: ({ outDir }) => {
    for (const folder of ['adapters', 'deploy', 'examples', 'operate'])
      cpSync(join(docs, folder), join(outDir, folder), { recursive: true });
    cpSync(join(docs, '../contracts/openapi.json'), join(outDir, 'openapi.json'));
    // The same files for language models as on a server.
    const list = readFileSync(join(docs, 'llms.txt'), 'utf8');
    const names = Array.from(list.matchAll(/\]\(llms\/([^)]+)\)/g), ([, name = '']) => name);
    for (const name of names) cpSync(join(docs, name), join(outDir, 'llms', name));
    writeFileSync(join(outDir, 'llms.txt'), list);
    writeFileSync(
      join(outDir, 'llms-full.txt'),
      names.map(name => readFileSync(join(docs, name), 'utf8')).join('\n'),
    );
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Guides', link: '/guides/first-booking' },
      { text: 'Rules', link: '/rules' },
      { text: 'Rules for each product', link: '/rules-by-product' },
      { text: 'Scenarios', link: '/scenarios' },
      { text: 'API', link: '/reference/api/' },
    ],
    sidebar: [
      ...Object.entries(guides).map(([text, names]) => ({
        text,
        items: names.map(name => link(`guides/${name}`)),
      })),
      {
        text: 'Reference',
        items: [
          ...referenceGuides.map(name => link(`guides/${name}`)),
          link('rules'),
          link('scenarios'),
          link('provenance'),
          link('glossary'),
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
