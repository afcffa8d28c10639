/** What a scenario resulted in, best first, and what people read. */
export const stateWords = {
  /** Every rule that it exercises was kept. */
  held: 'held',
  /** The same, but something is warned of. */
  warned: 'held, with warnings',
  /** A rule that it names was not exercised. */
  unproven: 'unproven',
  /** A rule was broken. */
  broken: 'BROKEN',
  /** The judge or the stand-in failed, which says nothing about the client. */
  'harness-error': 'HARNESS ERROR',
  /** It was left out, for a reason. */
  'not-played': 'not played',
} as const;

/** What a scenario resulted in, best first. */
export const scenarioStates = Object.keys(stateWords) as (keyof typeof stateWords)[]; // Object.keys widens to string
