import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'understudy-ledger-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
