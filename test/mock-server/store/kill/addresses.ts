/** The sandbox of the kill tests. Its clock is manual, and it honours Idempotency-Keys. */
export const sandboxId = 'main';
/** The start of the clock of that sandbox. */
export const clockStart = '2026-11-20T10:00:00.000Z';
/** The credential of that sandbox. */
export const credential = { Username: 'kill', Password: 'kill' };
