import { createControlClient, type Fetch } from '../../control/control-client.ts';

/** The sandbox of the kill tests. Its clock is manual, and it honours Idempotency-Keys. */
export const sandboxId = 'main';
export const clockStart = '2026-11-20T10:00:00.000Z';
export const credential = { Username: 'kill', Password: 'kill' };

export type Control = ReturnType<typeof createControlClient>;
export const controlOf = (url: string, send: Fetch = fetch): Control => createControlClient(send, url);
