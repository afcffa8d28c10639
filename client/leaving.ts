import type { Policy } from './call.ts';

/** Tells whoever keeps a ledger that a call leaves now: what waited and was never sent leaves no trace in it. */
export const tellLeaving: Policy = next =>
  async function leaving(call) {
    await call.leaving?.();
    return next(call);
  };
