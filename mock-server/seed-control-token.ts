/**
 * A bearer token that nobody can guess. The only chance in this room that comes from no seed: a token that follows from
 * one would be no secret.
 */
export function newControlToken(): string {
  return crypto.randomUUID();
}
