import type { Claim, Ledger, LedgerRecord } from '#client';

/** A ledger that works as another ledger does, and a function that shows what the client has recorded. */
export interface WatchedLedger {
  readonly ledger: Ledger;
  /** Returns all records that the client has claimed, as JSON text. */
  kept(): string;
  /** Returns the records of the bookings that were confirmed. */
  confirmed(): LedgerRecord[];
}

/** Watches the records that a client claims in a ledger. They are what the client keeps for a restart. */
export function watchLedger(ledger: Ledger): WatchedLedger {
  const claims: Claim[] = [];
  return {
    ledger: {
      ...ledger,
      async claim(...args) {
        const claiming = await ledger.claim(...args);
        if (claiming.kind === 'claimed') claims.push(claiming.claim);
        return claiming;
      },
      async takeOver(key) {
        const claim = await ledger.takeOver(key);
        if (claim) claims.push(claim);
        return claim;
      },
    },
    confirmed: () => claims.map(({ record }) => record).filter(({ state }) => state === 'CONFIRMED'),
    kept: () => JSON.stringify(claims.map(({ record }) => record)),
  };
}
