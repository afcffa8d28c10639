import { describe, expect, it } from 'vitest';
import { documentOf, writeReport } from '#scenarios/report/index';
import { messageOn, play, reporter, runIds, scriptClient, verdictOn } from './clients.ts';

const why = 'this client books no cars, and its password is';
const unsupported = scriptClient(
  `console.log(JSON.stringify({ outcome: 'unsupported', why: '${why} ' + process.env.UNDERSTUDY_PASSWORD }))`,
);

describe('a client that does not support a task', () => {
  it('has not played the scenario, and reports show its reason without secrets', async () => {
    const report = await runIds(['hotel-confirmed', 'car-confirmed'], { command: unsupported });
    const [first] = report.scenarios;
    expect(first).toMatchObject({ state: 'not-played', outcome: 'unsupported', verdicts: [] });
    expect(first?.reason).toBe(`The client does not support this task: ${why} ***`);
    expect(report.exitCode).toBe(2); // no scenario was played
    const text = await writeReport('text', documentOf(report));
    expect(text).toBe(
      `Not played\n  The client does not support this task: ${why} ***\n    hotel-confirmed, car-confirmed\n\n2 scenarios: 2 not played\n`,
    );
  });

  it('needs no reason', async () => {
    const { reason } = await play('car-confirmed', reporter({ outcome: 'unsupported' }));
    expect(reason).toBe('The client does not support this task.');
  });

  it('may read data before it ends', async () => {
    const script = `const env = name => process.env['UNDERSTUDY_' + name];
      await fetch(env('COMMONS_URL') + '/new/api/v1/mapping/airport/GIG/token/' + env('STATIC_TOKEN') + '?managerId=' + env('MANAGER_ID'));
      console.log(JSON.stringify({ outcome: 'unsupported' }));`;
    const { state, calls } = await play('hotel-confirmed', scriptClient(script));
    expect({ state, calls }).toEqual({ state: 'not-played', calls: 1 });
  });

  it('is judged if it has tried to book, pay or cancel', async () => {
    const script = `const env = name => process.env['UNDERSTUDY_' + name];
      const Credential = { Username: env('USERNAME'), Password: env('PASSWORD') };
      const body = JSON.stringify({ Credential, BookingId: '1' });
      const headers = { 'content-type': 'application/json' };
      await fetch(env('BASE_URL') + '/API/REST/ClientBackOffice.svc/CancelBooking', { method: 'POST', headers, body });
      console.log(JSON.stringify({ outcome: 'unsupported' }));`;
    const report = await play('hotel-confirmed', scriptClient(script));
    expect(report.state).toBe('broken');
    expect(messageOn(report)).toMatch(
      /reported "unsupported".*"unsupported" skips a task only before the first call that books, pays or cancels/,
    );
  });

  it('gets a finding that no call arrived if it ignores the address of the supplier', async () => {
    const report = await play('hotel-confirmed', reporter({ outcome: 'confirmed' }));
    expect(verdictOn(report, 'booked-as-expected')?.findings[0]).toMatchObject({
      message: expect.stringContaining('The supplier received no call'),
      expected: expect.stringContaining('UNDERSTUDY_BASE_URL'),
    });
    expect(report).not.toHaveProperty('story');
  });
});
