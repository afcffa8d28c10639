import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from './project-files.ts';

type Leak = { name: string; pattern: RegExp };

// The patterns contain brackets such as `[/]`, so that this file does not match itself.
const leaks: Leak[] = [
  {
    name: 'a path of one machine',
    pattern: /(?<![\w.~})-])[/](?:work|tmp|root|home[/]\w+|Users[/]\w+)[/][\w.-]+/,
  },
  { name: 'a path of one machine', pattern: /\b[A-Z]:\\(?:Users|Temp)\\/ },
  {
    name: 'a registry host',
    pattern: /registry[.](?:npmjs|yarnpkg|npmmirror)[.]|\bnpm[.]pkg[.]github|deb[.]debian[.]org/,
  },
  { name: 'an unfinished place', pattern: /\b(?:TO[D]O|FIX[M]E)\b/ },
  { name: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE [K]EY-----/ },
];

/** Machine paths, registry hosts, markers of unfinished work and private keys: one line per finding, with its place. */
function leaksIn(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    leaks.flatMap(({ name, pattern }) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`${file}:${index + 1} holds ${name}: ${found}`];
    }),
  );
}

it('the repository holds no machine path, registry host, private key or marker of unfinished work', () => {
  const files = projectFiles();
  expect(files).toContain('package.json');
  expect(files.flatMap(file => leaksIn(file, readProjectFile(file)))).toEqual([]);
});

describe('leaksIn', () => {
  const slash = '/';
  it.each([
    [`cd ${slash}work${slash}main`, 'path of one machine'],
    [`see ${slash}tmp${slash}out.txt`, 'path of one machine'],
    [`"${slash}home${slash}ann${slash}project"`, 'path of one machine'],
    [`C:\\${'Users'}\\ann`, 'path of one machine'],
    [`https://registry${'.'}npmjs.org/a`, 'registry host'],
    [`// ${'TO'}DO later`, 'unfinished place'],
    [`# ${'FIX'}ME`, 'unfinished place'],
    [`-----BEGIN RSA PRIVATE ${'KEY'}-----`, 'private key'],
  ])('finds what is wrong with %s', (line, what) => {
    expect(leaksIn('a.md', `\n${line}`)).toEqual([expect.stringMatching(`^a\\.md:2 holds .*${what}`)]);
  });

  it.each(['framework/main', 'https://example.com/work/main', './tmp/x', 'tmpdir()', 'todos', 'a/home/page'])(
    'lets %s pass',
    line => {
      expect(leaksIn('a.md', line)).toEqual([]);
    },
  );
});
