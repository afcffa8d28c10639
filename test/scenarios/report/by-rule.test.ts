import { describe, expect, it } from 'vitest';
import { runOf, verdict, written } from './report-sample.ts';

const textOf = (...run: Parameters<typeof runOf>) => written('text', runOf(...run));

describe('a report that is ordered by rules', () => {
  it('explains a rule that is broken in several scenarios once, with the names of the other scenarios', async () => {
    const verdicts = ['outcome-as-expected', 'booked-as-expected'] as const;
    const wrong = verdicts.map(rule => verdict(rule, [`The client broke ${rule}.`]));
    const ids = ['hotel-confirmed', 'car-confirmed', 'tour-confirmed'];
    const text = await textOf(Object.fromEntries(ids.map(id => [id, wrong])));
    expect(text.match(/^ {2}outcome-as-expected \(must\) in 3 scenarios$/gm)).toHaveLength(1);
    expect(text.match(/The client broke outcome-as-expected/g)).toHaveLength(1);
    expect(text).toMatch(/^ {4}hotel-confirmed: The client broke outcome-as-expected/m);
    expect(text).toMatch(/^ {4}Also in: car-confirmed, tour-confirmed$/m);
    expect(text.match(/^ {4}Run it again: .*--scenario hotel-confirmed$/gm)).toHaveLength(2); // two rules
  });

  it('quotes a clause once, and then refers to it', async () => {
    const text = await textOf({
      one: [verdict('no-blind-rebooking', ['a']), verdict('poll-interval', ['b'])],
    });
    expect(text.match(/^ {4}flow\.3: Two DoBooking calls/gm)).toHaveLength(1);
    expect(text.match(/^ {4}flow\.3: see above$/gm)).toHaveLength(1);
  });

  it('shows what else happened, but not the same message with other numbers', async () => {
    const messages = ['polled after 30 s (exchange 4)', 'polled after 31 s (exchange 5)', 'never polled'];
    const text = await textOf({
      one: [verdict('poll-interval', messages, { more: 4 })],
      two: [verdict('poll-interval', ['polled a final booking'])],
    });
    expect(text).toContain(
      [
        '    one: polled after 30 s (exchange 4)',
        '    A correct client does not.',
        '    Another finding: never polled',
        '    Another finding, in two: polled a final booking',
        '    and 5 similar findings',
        '    Also in: two',
      ].join('\n'),
    );
  });

  it('takes its proof from the scenario that names the rule, and there breaks the fewest rules', async () => {
    const named = { named: true as const };
    const text = await textOf({
      first: [verdict('poll-interval', ['in the first'])],
      second: [verdict('poll-interval', ['in the second'], named), verdict('token-fresh', ['x'])],
      third: [verdict('poll-interval', ['in the third'], named)],
    });
    expect(text).toContain('    third: in the third\n');
    expect(text).toContain('    Also in: first, second\n    Run it again: understudy run --scenario third\n');
  });

  it('has broken rules before warnings, causes before the end of the task, and known failures last', async () => {
    const report = runOf({
      one: [
        verdict('outcome-as-expected', ['wrong end']),
        verdict('token-fresh', ['known before'], { known: true }),
        verdict('country-codes', ['odd country'], { verdict: 'warn' }),
        verdict('poll-interval', ['polls too often']),
      ],
    });
    for (const format of ['text', 'markdown'] as const) {
      const found = (await written(format, report)).match(
        /^(?: {2}|\| `)(?:outcome-as-expected|token-fresh|country-codes|poll-interval)/gm,
      );
      const order = 'poll-interval outcome-as-expected country-codes token-fresh';
      expect(found?.map(one => one.replace(/^\W+/, '')).join(' ')).toBe(order);
    }
    const text = await written('text', report);
    expect(text).toMatch(
      /^Broken: 2 rules\n[\s\S]*^Warnings: 1 rule\n[\s\S]*^Known failures, listed in the baseline\n/m,
    );
    expect(text).toContain('  token-fresh (must, known): one\n');
    expect(text).not.toContain('known before');
  });

  it('tells where a broken rule is only a warning or known', async () => {
    const text = await textOf({
      one: [verdict('poll-interval', ['a'])],
      two: [verdict('poll-interval', ['b'], { verdict: 'warn' })],
      three: [verdict('poll-interval', ['c'], { known: true })],
    });
    expect(text).toContain('  poll-interval (must) in one\n');
    expect(text).toContain('    Only a warning in: two\n    Known in: three\n');
  });

  it('counts warnings and undecided rules as broken in a strict run', async () => {
    const warned = verdict('poll-interval', ['a'], { verdict: 'warn' });
    const undecided = verdict('token-fresh', [], { verdict: 'inconclusive', reason: 'the clock jumped' });
    const report = runOf({ one: [warned, undecided] }, { strict: true });
    const text = await written('text', report);
    expect(text).toContain('Broken: 1 rule\n\n  poll-interval (must) in one\n');
    expect(text).toContain('token-fresh is inconclusive: the clock jumped\n    one\n');
    expect(await written('github', report)).toContain('::error title=poll-interval in one::a');
  });

  it('lists a limited number of scenarios', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `s${index}`);
    const report = runOf(Object.fromEntries(ids.map(id => [id, [verdict('poll-interval', ['a'])]])));
    expect(await written('text', report)).toContain('Also in: s1, s2, s3, s4, s5, s6, s7, s8 and 3 more\n');
    expect(await written('markdown', report)).toContain('| 12: s0, s1, s2, s3, s4 and 7 more |');
  });
});

it('a client that ends without a result is explained with the end of its output, although the rule about the outcome is not judged', async () => {
  const report = runOf({ one: [verdict('poll-interval', [], { verdict: 'not-observed' })] });
  const scenarios = report.scenarios.map(one => ({
    ...one,
    state: 'unproven' as const,
    trouble: 'The client ended with the exit code 1.',
    output: 'no module named requests\n',
  }));
  expect(await written('text', { ...report, scenarios })).toContain(
    "  The client ended with the exit code 1.\n    one\n    The end of the client's output:\n      | no module named requests\n",
  );
  const output = Array.from({ length: 25 }, (_, index) => `line ${index}\n`).join('');
  const long = { ...report, scenarios: scenarios.map(one => ({ ...one, output })) };
  const shown = await written('text', long);
  expect(shown).toContain('output (more of it is in the report of --report json):\n      | line 5\n');
  expect(shown).toContain('      | line 24\n');
});

describe('the annotations of a run', () => {
  const ids = [
    'token-fresh',
    'token-used-once',
    'conditions-fresh',
    'no-blind-rebooking',
    'reference-unique',
    'poll-interval',
    'poll-window',
    'backoff-schedule',
    'breaker-opens',
  ] as const;
  const warning = verdict('country-codes', ['odd'], { verdict: 'warn' });

  it('are at most ten, and the last one names the rules that were left out', async () => {
    const broken = [...ids, 'taxes-shown', 'policies-shown'] as const;
    const report = runOf({ one: [warning, ...broken.map(rule => verdict(rule, ['wrong']))] });
    const lines = (await written('github', report)).trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toMatch(
      /^::error title=3 more::taxes-shown in one%0Apolicies-shown in one%0Acountry-codes in one%0A/,
    );
  });

  it('are all shown if there are ten, errors first', async () => {
    const report = runOf({ one: [warning, ...ids.map(rule => verdict(rule, ['wrong']))] });
    const lines = (await written('github', report)).trimEnd().split('\n');
    expect(lines.map(line => line.slice(2, 7))).toEqual([...ids.map(() => 'error'), 'warni']);
  });
});

it('a rule in the JUnit report is skipped if all its failures are known, and passes with a text if there are only warnings', async () => {
  const report = runOf({
    one: [
      verdict('token-fresh', ['a'], { known: true }),
      verdict('poll-interval', ['polls early'], { verdict: 'warn' }),
    ],
    two: [verdict('token-fresh', [], { verdict: 'pass' })],
  });
  const xml = await written('junit', report);
  expect(xml).toContain('<skipped message="known failure, listed in the baseline: one"/>');
  expect(xml).toMatch(/<system-err>poll-interval \(must, a warning\) in one\n[^<]*polls early/);
  expect(xml).toContain('tests="2" failures="0" errors="0" skipped="1" time="0.000"');
});
