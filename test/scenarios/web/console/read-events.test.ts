import { afterEach, describe, expect, it, vi } from 'vitest';
import { loggedCalls, readEvents } from '#scenarios/web/console/control';

describe('readEvents', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('hands over each event when it is complete, wherever the network cuts the text', async () => {
    const chunks = [
      ': x\n\nevent: exch',
      'ange\nid: 1\ndata: {"number":',
      '1}\n',
      '\nevent: transition\ndata: {}\n\nevent: late\ndata: {}\n',
    ];
    const body = new ReadableStream({
      start(stream) {
        for (const chunk of chunks) stream.enqueue(new TextEncoder().encode(chunk));
        stream.close();
      },
    });
    vi.stubGlobal('fetch', async () => new Response(body));
    vi.stubGlobal('location', { href: 'http://supplier.test/console' });
    const events: unknown[] = [];
    const whileOpen = () => new Promise<void>(() => {});
    const onEvent = (event: unknown) => void events.push(event);
    await readEvents('team', new AbortController().signal, { onEvent, whileOpen });
    expect(events).toMatchObject([{ event: 'exchange', data: '{"number":1}' }, { event: 'transition' }]);
  });

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
