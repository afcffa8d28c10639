import { expect, it } from 'vitest';
import { planCrash } from '#scenarios/run/play/index';

const answered = async () => 'answer';

/** Sends three calls, of which the second and the third are to the operation, and returns what each call gets. */
async function callsWith(
  moment: 'before' | 'committed' | 'answered',
  send: () => Promise<string> = answered,
) {
  const killed: (string | undefined)[] = [];
  const { around, isDue } = planCrash<string>({ nth: 1, moment }, /book$/, async answer => {
    killed.push(answer);
    return 'killed';
  });
  const results: string[] = [];
  for (const url of ['/search', '/book?x=1', '/book']) results.push(await around(url, send));
  return { results, killed, isDue: isDue() };
}

it.each([
  ['before', ['answer', 'killed', 'answer'], [undefined], false],
  ['committed', ['answer', 'killed', 'answer'], ['answer'], false],
  ['answered', ['answer', 'answer', 'killed'], [undefined], true],
] as const)(
  'a client that crashes at the moment "%s" is killed once, at the planned call',
  async (...row) => {
    const [moment, results, killed, isDue] = row;
    expect(await callsWith(moment)).toEqual({ results, killed, isDue });
  },
);

it('a client that crashes when its call is committed is killed even if the call fails', async () => {
  const { around } = planCrash<string>({}, /book$/, async () => 'killed');
  expect(await around('/book', () => Promise.reject(new Error('cut')))).toBe('killed');
});
