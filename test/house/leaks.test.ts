import { describe, expect, it } from 'vitest';
import { leaksIn } from './leaks.ts';
import { projectFiles, readProjectFile } from './project-files.ts';

describe('the repository', () => {
  it('holds no machine path, registry host, private key or marker of unfinished work', () => {
    const files = projectFiles();
    expect(files).toContain('package.json');
    expect(files.flatMap(file => leaksIn(file, readProjectFile(file)))).toEqual([]);
  });
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
