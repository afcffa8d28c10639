import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { operations } from '#contracts';
import { listen } from '#mock-server/node';
import { createTestSupplier, testCriteria } from './hotel-client.ts';

const { path } = operations['hotel.search'];
const answers = 150;

/** Returns the body of a Search. Each index and number of adults gives other criteria. */
const bodyOf = (index: number, adults: number): string =>
  JSON.stringify({
    Credential: { Username: 'demo', Password: 'demo' },
    Criteria: {
      ...testCriteria,
      CheckinDate: `2027-0${1 + (index % 9)}-10`,
      CheckoutDate: `2027-0${1 + (index % 9)}-${11 + Math.floor(index / 9)}`,
      SearchRooms: [{ NumAdults: adults }],
    },
  });

const requestOf = (body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

// Answers use a memory buffer again. The next answer may use it only after the current one was sent.
it('sends a slow reader its own answer, however many other clients were answered in the meantime', async () => {
  const options = { options: { rateLimit: false } } as const;
  const supplier = createTestSupplier(options);
  const server = await listen(supplier, { port: 0 });
  const { journal } = supplier.sandboxes.require('default');
  const socket = connect(server.port, '127.0.0.1').pause();
  for (let index = 0; index < answers; index += 1) socket.write(requestOf(bodyOf(index, 1)));
  await expect.poll(() => journal.read({ limit: 1 }).length).toBe(1);
  for (let index = 0; index < answers; index += 1) {
    const other = await fetch(server.url + path, { method: 'POST', body: bodyOf(index, 3) });
    expect(await other.text()).toContain('"NumAdults":3');
  }
  let text = '';
  socket.setEncoding('latin1').on('data', chunk => {
    text += chunk;
  });
  socket.resume();
  await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(answers);
  await expect.poll(() => text.endsWith('"Errors":[]}')).toBe(true);
  socket.destroy();
  await server.close();

  const read = text
    .split('HTTP/1.1 200')
    .slice(1)
    .map(part => part.slice(part.indexOf('\r\n\r\n') + 4));
  const twin = createTestSupplier(options);
  const wrong: number[] = [];
  for (const [index, body] of read.entries()) {
    const expected = await twin.fetch(`http://x${path}`, { method: 'POST', body: bodyOf(index, 1) });
    if (body !== (await expected.text())) wrong.push(index);
  }
  expect(wrong).toEqual([]);
});
