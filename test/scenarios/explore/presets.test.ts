import { describe, expect, it } from 'vitest';
import { suiteOf } from '#scenarios/explore/suite/presets';

describe('the commands of known test runners', () => {
  const vitest = '[{"name":"books > a (b)","file":"a.test.ts"}]';
  const jest = '{"testResults":[{"name":"a.test.js","assertionResults":[{"fullName":"books a"}]}]}';

  it.each(
    Object.entries({
      'pytest -xvs test': [
        'pytest -xvs test --collect-only --verbosity=-1',
        'test/a.py::test_b[1]\n\n1 test',
        'test/a.py::test_b[1]',
        'pytest -xvs test/a.py::test_b[1]',
      ],
      'python3 -m pytest -k x': [
        'python3 -m pytest -k x --collect-only --verbosity=-1',
        'a.py::b',
        'a.py::b',
        'python3 -m pytest -k x a.py::b',
      ],
      'npx vitest run': [
        'npx vitest list --json --no-static-parse',
        `noise\n${vitest}`,
        'a.test.ts > books > a (b)',
        'npx vitest run a.test.ts -t ^books(?: > | )a \\(b\\)$',
      ],
      'jest --ci': [
        'jest --json -t $^ --ci',
        jest,
        'a.test.js > books a',
        'jest --runTestsByPath a.test.js -t ^books a$ --ci',
      ],
      'go test -run A -count 2 ./...': [
        'go test -run A -count 2 -list . ./...',
        'TestA\nok  \tx/y\t0.1s\n',
        'x/y TestA',
        'go test -run A -count 2 -count=1 -v -run ^TestA$ x/y',
      ],
    }),
  )('%s lists its tests and runs one of them', async (whole, [list, stdout = '', id, each]) => {
    const suite = suiteOf(whole.split(' ') as [string, ...string[]]);
    expect(suite.list?.join(' ')).toBe(list);
    const tests = await suite.read?.(stdout);
    expect(tests?.map(one => [one.id, one.command.join(' ')])).toEqual([[id, each]]);
  });
});
