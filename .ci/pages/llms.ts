import { readdirSync, readFileSync } from 'node:fs';

const intro = `# Understudy

> A stand-in for a travel supplier: hotels, cars, transfers and tours over HTTP, with a clock of its own, faults, scenarios, and a judge for clients.

A running server also has its contract at /openapi.json, a console at /console, and the control API at /_control. /llms-full.txt has all pages below in one file.
`;

/** Returns the first paragraph of a page up to its first sentence, on one line. */
function summaryOf(text: string): string {
  const prose = text.replaceAll(/```[\s\S]*?```/g, '');
  const [, paragraph = ''] = /^(?!#|\||<|!\[|-|\d)(\S.*(?:\n\S.*)*)/m.exec(prose) ?? [];
  const [sentence = ''] = /^.*?[.:](?= |$)/.exec(paragraph.replaceAll('\n', ' ').trim()) ?? [];
  return sentence.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replace(/:$/, '.');
}

function entry(name: string): string {
  const text = readFileSync(`docs/${name}`, 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
  return `- [${title}](llms/${name}): ${summaryOf(text)}`;
}

const pagesIn = (folder: string): string[] =>
  readdirSync(`docs/${folder}`)
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}${name}`);

/** Returns docs/llms.txt, with which a server lists its guides for language models (llmstxt.org). */
export function llmsList(): string {
  const reference = ['rules', 'scenarios', 'glossary', 'provenance', 'promises'].map(name => `${name}.md`);
  const parts = {
    'For coding agents': ['agents/AGENTS.md'],
    Guides: pagesIn('guides/'),
    Reference: reference,
  };
  const lists = Object.entries(parts).map(
    ([title, names]) => `## ${title}\n\n${names.map(entry).join('\n')}\n`,
  );
  return [intro, ...lists].join('\n');
}
