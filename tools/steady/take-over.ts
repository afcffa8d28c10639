import { takeOverRepeatedly } from '../../test/mock-server/redis/take-over.ts';
import { startValkey } from '../../test/mock-server/redis/valkey.ts';

/** The maximum time from the end of a server to the first answers of the other server, in milliseconds. */
const maxTakeOver = 5_000;

/** Lets one server take over from another repeatedly. Returns lines with figures, and the problems. */
export async function playTakeOvers(kills: number): Promise<{ lines: string[]; problems: string[] }> {
  const valkey = await startValkey();
  try {
    const { bookings, others, stored, longest, wrong } = await takeOverRepeatedly({
      where: valkey.url,
      kills,
      seed: 'steady',
      keepsJournal: true,
    });
    const ms = Math.round(longest);
    const lines = [
      `${bookings} bookings and ${stored} stored calls in the sandbox that was taken over, ${others} bookings in sandboxes of the other server`,
      `the longest take-over took ${ms} ms`,
    ];
    return { lines, problems: ms > maxTakeOver ? [...wrong, `a take-over took ${ms} ms`] : wrong };
  } finally {
    await valkey.stop();
  }
}
