import type { ExchangeView } from '#contracts/control';
import type { JournalEntry } from '../journal/index.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import { wireOf } from './wire-of.ts';

/** Returns an exchange as the control API shows it. */
export function viewEntry(sandbox: Sandbox, entry: JournalEntry): ExchangeView {
  const { facts, bodies } = entry;
  if (bodies) return { ...facts, ...wireOf(sandbox, entry) };
  return { ...facts, ...(facts.closed && { bodiesDropped: true }) };
}
