/** The possible results of a scenario, from best to worst, with the words that reports show for each result. */
export const stateWords = {
  /** The client kept every rule that the scenario exercises. */
  held: 'held',
  /** The client broke no must rule, but there are warnings. */
  warned: 'held, with warnings',
  /** The traffic did not exercise a rule that the scenario names. */
  unproven: 'unproven',
  /** The client broke a rule. */
  broken: 'BROKEN',
  /** The judge or the stand-in failed. This result proves nothing about the client. */
  'harness-error': 'HARNESS ERROR',
  /** The runner did not play the scenario. */
  'not-played': 'not played',
} as const;

/** The possible results of a scenario, from best to worst. */
export const scenarioStates = Object.keys(stateWords) as (keyof typeof stateWords)[]; // Object.keys has the return type string[]
