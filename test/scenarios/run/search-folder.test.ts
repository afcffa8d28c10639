import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchFolder } from '#scenarios/run/search-folder';
import type { Secret } from '#scenarios/run/secrets';
import { createFolder } from '../../folder.ts';
import { messageOn, play, scriptClient, verdictOn } from './clients.ts';

const card = '4111111111111111';
const secrets: readonly Secret[] = [
  { what: 'card-number', value: card },
  { what: 'security-code', value: '123' },
  { what: 'password', value: 'correct-horse' },
  { what: 'e-mail', value: 'ana@example.com' },
  { what: 'static-token', value: 'static-token-1' },
];
const { newFolder } = createFolder();

/** Creates a folder with these files, and searches it. */
async function searched(files: Readonly<Record<string, string | Buffer>>, change = (_: string) => {}) {
  const folder = newFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  change(folder);
  const { leaks, unsearched } = await searchFolder(folder, secrets);
  return { leaks: leaks.map(({ what, where }) => `${what} in ${where}`), unsearched };
}

describe('the search in the state folder of a client (auth.5)', () => {
  it('finds card data and a password in any file, and names the place', async () => {
    const { leaks } = await searched({
      'a/b/booking.json': `{\n"card":"${card}",\n"cvv":"123"}`,
      'body.b64': Buffer.from(`{"CardNumber":"${card}"}`).toString('base64'),
      'session.txt': 'correct-horse',
      'state.bin': Buffer.concat([Buffer.from([0, 255, 254, 1]), Buffer.from(card, 'utf16le')]),
    });
    expect(leaks.toSorted()).toEqual([
      'card-number in file a/b/booking.json, line 2',
      'card-number in file body.b64, line 1',
      'card-number in file state.bin, line 1',
      'password in file session.txt, line 1',
      'security-code in file a/b/booking.json, line 3',
    ]);
  });

  it('finds a card number in the name of a file or folder', async () => {
    const { leaks } = await searched({ [`${card}.lock`]: '', 'b/4111-1111-1111-1111/paid': 'yes' });
    expect(leaks).toEqual([
      `card-number in the name of file ${card}.lock`,
      'card-number in the name of file b/4111-1111-1111-1111/paid',
    ]);
  });

  it('accepts the data that a client needs to resume a booking', async () => {
    const booking = { token: 'S0123456789abcdef0123456789abcdef', email: 'ana@example.com', last4: '1111' };
    const found = await searched({ 'booking.json': JSON.stringify(booking) });
    expect(found).toEqual({ leaks: [], unsearched: undefined });
  });

  it('follows no link out of the folder', async () => {
    const outside = newFolder();
    writeFileSync(join(outside, 'card.txt'), card);
    const { leaks } = await searched({ 'own.txt': 'booked' }, path => {
      symlinkSync(outside, join(path, 'folder'));
      symlinkSync(join(outside, 'card.txt'), join(path, 'link.txt'));
      symlinkSync(path, join(path, 'loop'));
    });
    expect(leaks).toEqual([]);
  });

  it('says which file it did not search to the end', async () => {
    const { leaks, unsearched } = await searched({ 'a.log': card }, path =>
      truncateSync(join(path, 'a.log'), 65 * 1024 * 1024),
    );
    expect(leaks).toEqual(['card-number in file a.log, line 1']);
    expect(unsearched).toContain('could not search all of "a.log"');
  }, 60_000);
});

describe('a client that stores its requests', () => {
  const storing = (text: string) =>
    scriptClient(`import { writeFileSync } from 'node:fs';
      writeFileSync(process.env.UNDERSTUDY_STATE_DIR + '/request.json', ${text});
      console.log('{"outcome":"confirmed"}');`);

  it('fails if a file contains the card', async () => {
    const report = await play('logs-clean', storing('process.env.UNDERSTUDY_TASK'));
    expect(verdictOn(report, 'no-card-data-kept')?.verdict).toBe('fail');
    const kept = 'left a secret in its state folder (card-number): file request.json, line 1';
    expect(messageOn(report, 'no-card-data-kept')).toContain(kept);
    expect(verdictOn(report, 'personal-data-masked')?.verdict).toBe('pass');
  });

  it('gets a warning if a file contains the password', async () => {
    const report = await play('logs-clean', storing('process.env.UNDERSTUDY_PASSWORD'));
    expect(verdictOn(report, 'credentials-not-in-output')?.verdict).toBe('warn');
  });
});
