import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createParser, loggedCalls, readEvents, type ServerEvent } from '#scenarios/web/console/control';

function parsed(chunks: readonly string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parse = createParser(event => events.push(event));
  for (const chunk of chunks) parse(chunk);
  return events;
}

describe('createParser', () => {
  it('reads events, and ignores comments', () => {
    expect(parsed([': hello\n\nevent: exchange\nid: 4\ndata: {"a":1}\n\n'])).toEqual([
      { event: 'exchange', data: '{"a":1}' },
    ]);
  });

  it('reads the same events, wherever the network cuts the text', () => {
    const text =
      ': x\n\nevent: exchange\nid: 1\ndata: {"number":1}\n\nevent: transition\ndata: {"to":"confirmed"}\n\n';
    const whole = parsed([text]);
    expect(whole).toHaveLength(2);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length)), places => {
        const cuts = [0, ...places.sort((a, b) => a - b), text.length];
        const chunks = cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
        expect(parsed(chunks)).toEqual(whole);
      }),
    );
  });

  it('keeps an event back until the event is complete', () => {
    expect(parsed(['event: exchange\ndata: {}\n'])).toEqual([]);
  });
});

describe('readEvents', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('fails at once if the stream breaks, and the log shows the call without an answer', async () => {
    const body = new ReadableStream({ start: stream => stream.error(new Error('connection reset')) });
    vi.stubGlobal('fetch', async () => new Response(body));
    vi.stubGlobal('location', { href: 'http://supplier.test/console' });
    const whileOpen = () => new Promise<void>(resolve => setImmediate(resolve)); // a turn later than the failure
    const { signal } = new AbortController();
    const reading = readEvents('team', signal, { onEvent: () => {}, whileOpen });
    await expect(reading).rejects.toMatchObject({ status: 0, message: 'The server does not answer.' });
    expect(loggedCalls.value).toMatchObject([{ url: expect.stringMatching('/team/events$'), status: 0 }]);
  });
});
