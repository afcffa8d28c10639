import type { SandboxLeases } from './keeper.ts';

/**
 * Asks a shared store about the id of a new sandbox, because other processes also create sandboxes.
 *
 * @param stored receives the id if a sandbox with this id exists
 * @param wanted the wanted id, or the function that makes an id from a number
 * @returns the wanted id, or a generated id that no process uses
 */
export async function prepareId(
  leases: SandboxLeases,
  stored: Set<string>,
  wanted: { id: string | undefined; generate(number: number): string },
): Promise<string> {
  const id = wanted.id ?? wanted.generate(await leases.newNumber());
  if (!(await leases.exists(id))) {
    stored.delete(id);
    return id;
  }
  stored.add(id);
  return wanted.id ?? prepareId(leases, stored, wanted);
}
