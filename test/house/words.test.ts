import { describe, expect, it } from 'vitest';
import { type BannedWord, bannedAsNames, bannedInTexts, outsideNames } from './banned-words.ts';
import { projectFiles, readProjectFile } from './project-files.ts';
import { type ReadText, textsOfMarkdown, textsOfSource } from './texts.ts';

/** These files name the banned words. */
const exempt = new Set(['test/house/banned-words.ts', 'test/house/words.test.ts']);

const anyOf = (banned: readonly BannedWord[], flags: string) =>
  new RegExp(banned.map(({ pattern }) => pattern.source).join('|'), flags);
const inTexts = anyOf(bannedInTexts, 'i');
const inNames = anyOf(bannedAsNames, '');
const checked = new Map<string, boolean>();

/** Returns whether a source can contain a banned word. Most sources cannot, and are then not parsed. */
function isSuspect(source: string): boolean {
  // Lines with "//" that follow each other are one comment.
  if (inTexts.test(source.replaceAll(/\n\s*\/\/ ?/g, ' '))) return true;
  return source.split(/[^\w$]+/).some(name => {
    const known = checked.get(name) ?? inNames.test(name);
    checked.set(name, known);
    return known;
  });
}

function complaintsAbout(file: string, source: string): string[] {
  if (!isSuspect(source)) return [];
  const texts = file.endsWith('.md') ? textsOfMarkdown(source) : textsOfSource(file, source);
  return texts.flatMap(({ kind, text: written, start }: ReadText) => {
    const text = outsideNames.reduce((rest, known) => rest.replaceAll(known, ''), written);
    const banned = (kind === 'name' ? bannedAsNames : bannedInTexts).find(({ pattern }) =>
      pattern.test(text),
    );
    if (banned === undefined) return [];
    const line = source.slice(0, start).split('\n').length;
    return [`${file}:${line} ${kind} "${banned.pattern.exec(text)?.[0]}": write ${banned.instead}`];
  });
}

describe('words', () => {
  it('are those of the field: no banned word in names, comments, messages and pages', () => {
    const files = projectFiles().filter(file => /\.(ts|cjs|mjs|md)$/.test(file) && !exempt.has(file));
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(file => complaintsAbout(file, readProjectFile(file)))).toEqual([]);
  });

  it('are found in each kind of text', () => {
    const source = "// nobody\nconst mostRooms = 'whoever';\nconst b = `hit by it`;";
    expect(complaintsAbout('a.ts', source)).toEqual([
      'a.ts:1 comment "nobody": write no client, no one',
      'a.ts:2 name "mostRooms": write maxX',
      'a.ts:2 message "whoever": write the caller',
      'a.ts:3 message "hit by": write matched by',
    ]);
    expect(complaintsAbout('a.md', 'One.\n\n```sh\nnobody\n```\nTwo told `told`.\n')).toEqual([
      'a.md:6 markdown "told": write reported, known, returned',
    ]);
  });
});
