import { describe, expect, it } from 'vitest';
import { createClientOutput } from '#scenarios/run/client-output';
import { reportedBy } from '#scenarios/run/reported';
import { createFolder } from '../../folder.ts';

const folder = createFolder();

const noFile = 'reported no result: the file in UNDERSTUDY_RESULT is missing or empty';

/** Returns the result of a client with this output and this file. */
async function reported(stdout: string, file?: string, end: object = { kind: 'exit', code: 3 }) {
  const output = createClientOutput([{ what: 'password', value: 'correct-horse' }]);
  output.write('stdout', Buffer.from(stdout));
  const resultFile = file === undefined ? `${folder.path}/none.json` : folder.write('result.json', file);
  const ended = { end, resultFile, output, timeout: 1_500 } as Parameters<typeof reportedBy>[0];
  return reportedBy(ended);
}

it.each([
  ['no output', '', `${noFile}, and it wrote nothing to stdout`],
  ['other text', '\u0000\ufffd <garbage>\n', `${noFile}, and the last line of its output is`],
  [
    'half a result',
    '{"outcome":\n',
    'is not a result: the text is not JSON: unexpected end at line 1, column 12: "{\\"outcome\\":"',
  ],
  ['an unknown outcome', '{"outcome":"confirmd"}', 'did you mean "confirmed"?'],
  ['no outcome', '{"bookingId":"1"}', 'output is not a result: outcome: missing'],
  [
    'a file that is not a result',
    '{"outcome":"confirmed"}',
    'the file in UNDERSTUDY_RESULT is not a result: body: expected an object',
    '[]',
  ],
  ['a secret', 'correct-horse', 'the last line of its output is "***"'],
] as [string, string, string, string?][])(
  'a client that reports nothing that can be read is reported so after %s',
  async (_, stdout, message, file) => {
    const { trouble, result } = await reported(stdout, file);
    expect(result).toBeUndefined();
    expect(trouble).toMatch(/^The client ended with exit code 3, but /);
    expect(trouble).toContain(message);
  },
);

describe('a result', () => {
  it('is read from the file before the last line of the output, and an empty file counts as missing', async () => {
    const line = 'log\n{"outcome":"error"}\n\n';
    expect(await reported(line, '{"outcome":"confirmed"}')).toMatchObject({
      result: { outcome: 'confirmed' },
    });
    expect(await reported(line, ' ')).toMatchObject({ result: { outcome: 'error' } });
  });

  it('can leave fields out, have null for them, and have more fields; its reason shows no secret', async () => {
    const text = '{"outcome":"error","bookingId":null,"mood":"well","why":"correct-horse is wrong"}';
    expect(await reported(text)).toMatchObject({ result: { outcome: 'error', why: '*** is wrong' } });
  });

  it('is kept beside the reason why the client had to end', async () => {
    const text = '{"outcome":"confirmed"}';
    expect(await reported(text, undefined, { kind: 'signal', signal: 'SIGSEGV' })).toMatchObject({
      result: { outcome: 'confirmed' },
      trouble: 'The signal SIGSEGV ended the client.',
    });
    expect(await reported(text, undefined, { kind: 'timed-out' })).toMatchObject({
      trouble: 'The client did not end within 1.5 s, so the runner ended it.',
    });
  });
});
