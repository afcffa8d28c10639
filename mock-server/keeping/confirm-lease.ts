import { LeaseError, type SandboxLeases } from './keeper.ts';

/**
 * Renews the leases of this process.
 *
 * @param onEnd called if the lease of the sandbox has ended, because another process can have changed the sandbox
 * @throws StoreError when this process cannot rely on the lease of the sandbox
 */
export async function confirmLease(
  leases: SandboxLeases | undefined,
  id: string,
  onEnd: (error: LeaseError) => void,
): Promise<void> {
  if (!leases) return;
  await leases.renewed();
  if (leases.holds(id)) return;
  const error = new LeaseError([id], 'ended');
  onEnd(error);
  throw error;
}
