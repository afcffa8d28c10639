/** A state that nobody knows, or that cannot be; the message names the nearest one. */
export class UnknownState extends Error {
  override readonly name = 'UnknownState';
  readonly state: string;

  constructor(state: string, why: string) {
    super(`provider state "${state.slice(0, 100)}": ${why}`);
    this.state = state;
  }
}
