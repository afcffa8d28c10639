import type { SandboxLeases } from './keeper.ts';

/**
 * Asks a shared store about the id of a new sandbox, because other processes also create sandboxes.
 *
 * @param id the wanted id; undefined for a generated id
 * @param stored receives the id if a sandbox with this id exists
 * @returns the wanted id, or a generated id that no process uses
 */
export async function prepareId(
  leases: SandboxLeases,
  id: string | undefined,
  stored: Set<string>,
): Promise<string> {
  const candidate = id ?? `s${await leases.newNumber()}`;
  if (!(await leases.exists(candidate))) {
    stored.delete(candidate);
    return candidate;
  }
  stored.add(candidate);
  return id ?? prepareId(leases, undefined, stored);
}
