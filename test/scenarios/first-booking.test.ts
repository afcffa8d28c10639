import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';

const hasTools = ['bash', 'curl'].every(tool => spawnSync(tool, ['--version']).status === 0);
if (!hasTools) console.warn('SKIPPED: test/scenarios/readme.test.ts needs bash and curl');
// In CI a missing program is an error, so that the tests are not skipped.
const canRun = hasTools || process.env.CI !== undefined;

/** Returns the shell commands of some sections of the guide, as a reader would paste them. */
function commandsOf(...titles: string[]): string {
  const sections = readFileSync('docs/guides/first-booking.md', 'utf8').split(/^##? /m);
  const wanted = titles.map(title => sections.find(section => section.startsWith(`${title}\n`)) ?? '');
  const blocks = wanted.flatMap(section =>
    [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block),
  );
  return blocks.join('\n');
}

async function paste(script: string): Promise<{ status: number; output: string }> {
  const child = spawn('bash', ['-e', '-u'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  child.stdin.end(script);
  const [status] = await once(child, 'close');
  return { status, output };
}

const listening = await listen(createMockSupplier(), { port: 0 });
afterAll(() => listening.close());

describe.runIf(canRun)('the commands of docs/guides/first-booking.md', () => {
  it('book, look up and cancel a hotel with a transfer, confirm one on a clock that stands still, and lose an answer', async () => {
    const script = commandsOf(
      'A first booking with curl',
      'Find a destination',
      'Search',
      'Get the booking conditions',
      'Book',
      'Follow the booking',
      'Add a transfer to the trip',
      'Cancel',
      'Move time',
      'Lose an answer',
    );
    expect(script).toContain('BASE=http://127.0.0.1:4010');
    const { status, output } = await paste(script.replaceAll('http://127.0.0.1:4010', listening.url));
    expect({ status, output }).toMatchObject({ status: 0 });
    const words = output.split('\n').filter(line => /^(?:CONFIRMED|OnRequest)$/.test(line));
    expect(words).toEqual(['CONFIRMED', 'OnRequest', 'CONFIRMED', 'CONFIRMED']);
    expect(output).toMatch(/^no answer: curl ended with (?:52|56)$/m);
    expect(output).toMatch(/"ServiceType":"transfer","bookingStatus":"CONFIRMED"/);
    expect(output).toContain('"bookingStatus":"Cancelled"');
    expect(output).toContain('"to":"confirmed"');
  });

  it('ask a tool', async () => {
    const script = commandsOf('Ask the tool server');
    const { output } = await paste(script.replaceAll('http://127.0.0.1:4010', listening.url));
    expect(JSON.parse(output).result.structuredContent.retoken.reTokenLife).toBe('25 hours');
  });
});
