import { createFileLedger } from '#client/node';
import { usualTimeOuts } from '#client/policies/timeout';
import { newUuid } from '#client/seed-uuid';
import { type Clock, systemClock } from '#contracts';
import type { Task } from '#contracts/scenario';
import { VirtualClock } from '#mock-server/clock/index';
import type { ClientSetting } from '#scenarios/run/play/reference-client';

function variable(name: string): string {
  const value = process.env[`UNDERSTUDY_${name}`];
  if (value === undefined) throw new Error(`UNDERSTUDY_${name} is not set`);
  return value;
}

export const taskFromEnvironment = (): Task => JSON.parse(variable('TASK'));

/** From its environment only. `unscaled`: a client with the usual waits and time-outs, which knows no time scale. */
export function settingFromEnvironment(how: 'scaled' | 'jumping' | 'unscaled' = 'scaled'): ClientSetting {
  return {
    baseUrl: variable('BASE_URL'),
    identity: {
      credentials: [{ Username: variable('USERNAME'), Password: variable('PASSWORD') }],
      staticToken: variable('STATIC_TOKEN'),
      managerId: Number(variable('MANAGER_ID')),
      mcpToken: variable('MCP_TOKEN'),
    },
    ledger: createFileLedger({ dir: variable('STATE_DIR') }),
    output: [],
    newUuid,
    ...(how === 'unscaled' ? { clock: systemClock, fetch } : fast(how)),
  };
}

function fast(how: 'scaled' | 'jumping'): Pick<ClientSetting, 'clock' | 'fetch' | 'policies'> {
  const scale = Number(variable('TIME_SCALE'));
  const policies = { timeOuts: patient(scale) };
  return { policies, ...(how === 'jumping' ? jumping() : { clock: fasterClock(scale), fetch }) };
}

/** Returns a clock that runs `scale` times as fast as the machine's. */
function fasterClock(scale: number): Clock {
  const start = systemClock.now();
  return {
    now: () => Math.round(start + (systemClock.now() - start) * scale),
    sleep: (ms, signal, who) => systemClock.sleep(ms / scale, signal, who),
  };
}

/** Longer time-outs for a fast clock, on which the usual ones would expire before an answer can arrive. */
const tooFast = 15;

/** Returns the usual time-outs, or five seconds of real time above the scale `tooFast`, where no rule checks them. */
function patient(scale: number): typeof usualTimeOuts {
  const least = (ms: number) => (scale > tooFast ? Math.max(ms, 5_000 * scale) : ms);
  const { search, booking, other } = usualTimeOuts;
  return { search: least(search), booking: least(booking), other: least(other) };
}

/** Returns a clock that jumps whenever no call is in flight, for a supplier whose clock jumps at polls. */
function jumping(): Pick<ClientSetting, 'clock' | 'fetch'> {
  const nothing = { nextAt: () => undefined, fire: () => [] };
  const clock = new VirtualClock({ mode: 'auto', start: systemClock.now(), events: nothing });
  return {
    clock,
    async fetch(input, init) {
      const release = clock.hold('a call on its way');
      try {
        return await fetched(input, init);
      } finally {
        release();
      }
    },
  };
}

/** Returns an answer of the network after it was read and decompressed. */
export async function fetched(...asked: Parameters<typeof fetch>): Promise<Response> {
  const answer = await fetch(...asked);
  const body = await answer.arrayBuffer();
  const headers = new Headers(answer.headers);
  headers.delete('content-encoding');
  return new Response(body, { status: answer.status, headers });
}
