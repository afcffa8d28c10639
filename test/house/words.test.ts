import { describe, expect, it } from 'vitest';
import { bannedAsNames, bannedInTexts, outsideNames } from './banned-words.ts';
import { projectFiles, readProjectFile } from './project-files.ts';
import { type ReadText, textsOfMarkdown, textsOfSource } from './texts.ts';

/** These files name the banned words. */
const exempt = new Set(['test/house/banned-words.ts', 'test/house/words.test.ts']);

function complaintsAbout(file: string, texts: readonly ReadText[]): string[] {
  return texts.flatMap(({ kind, text: written, line }) => {
    const text = outsideNames.reduce((rest, known) => rest.replaceAll(known, ''), written);
    const banned = (kind === 'name' ? bannedAsNames : bannedInTexts).find(({ pattern }) =>
      pattern.test(text),
    );
    return banned === undefined
      ? []
      : [`${file}:${line} ${kind} "${banned.pattern.exec(text)?.[0]}": write ${banned.instead}`];
  });
}

function textsOf(file: string): ReadText[] {
  const source = readProjectFile(file);
  return file.endsWith('.md') ? textsOfMarkdown(source) : textsOfSource(file, source);
}

describe('words', () => {
  it('are those of the field: no banned word in names, comments, messages and pages', () => {
    const files = projectFiles().filter(file => /\.(ts|cjs|mjs|md)$/.test(file) && !exempt.has(file));
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(file => complaintsAbout(file, textsOf(file)))).toEqual([]);
  });

  it('are found in each kind of text', () => {
    const source = "// nobody\nconst mostRooms = 'whoever';\nconst b = `hit by it`;";
    expect(complaintsAbout('a.ts', textsOfSource('a.ts', source))).toEqual([
      'a.ts:1 comment "nobody": write no client, no one',
      'a.ts:2 name "mostRooms": write maxX',
      'a.ts:2 message "whoever": write the caller',
      'a.ts:3 message "hit by": write matched by',
    ]);
    expect(
      complaintsAbout('a.md', textsOfMarkdown('One.\n\n```sh\nnobody\n```\nTwo told `told`.\n')),
    ).toEqual(['a.md:6 markdown "told": write reported, known, returned']);
  });
});
