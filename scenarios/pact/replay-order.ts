/** What the process that replays pacts is told. */
export interface ReplayOrder {
  /** Where @pact-foundation/pact lies, as an address to be imported. */
  readonly verifier: string;
  /** Where requests go to. */
  readonly front: string;
  /** The path there that takes state changes. */
  readonly statePath: string;
  /** Every state that the pacts name. */
  readonly states: readonly string[];
  /** The pacts, by their paths. */
  readonly files: readonly string[];
  /** How long one answer may take, in milliseconds. */
  readonly timeout: number;
}

/** What it says in the end: the JSON of Pact's core, or why there is none. */
export interface Replied {
  readonly json: string;
}
