import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asObject } from '#contracts/util';
import { CliError } from './cli-error.ts';

/** The sandboxes of an export, and a function that requests the control API of their server. */
interface Exported {
  readonly ids: AsyncIterable<string> | Iterable<string>;
  readonly fetch: (url: string) => Response | Promise<Response>;
}

/**
 * Yields each sandbox as one line of JSON, in parts. The function never has a whole sandbox in memory, because the text of a
 * sandbox can be larger than the memory.
 *
 * @throws CliError if a sandbox cannot be exported
 */
export async function* exportLines({ ids, fetch }: Exported): AsyncGenerator<Uint8Array | string> {
  for await (const id of ids) {
    const answer = await fetch(`http://store.invalid/_control/sandboxes/${id}/export`);
    if (!answer.ok) throw new CliError([messageOf(await answer.text())], 1);
    yield* answer.body ?? [];
    yield '\n';
  }
}

/** Returns the message in a refusal of the control API. The message names the sandbox. */
function messageOf(refusal: string): string {
  const { error } = asObject(JSON.parse(refusal));
  return String(asObject(error).message ?? refusal);
}

/**
 * Writes a file in parts. The file gets its name when it is complete, so a failure leaves the earlier file, or none. A device or a
 * pipe, such as /dev/stdout, receives the parts at once.
 *
 * @throws CliError if the file cannot be written; or the error of the parts
 */
export async function writeWhole(file: string, parts: AsyncIterable<Uint8Array | string>): Promise<void> {
  try {
    await writeParts(file, parts);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new CliError([`cannot write ${file}: ${error.message}`], 1);
    throw error;
  }
}

async function writeParts(file: string, parts: AsyncIterable<Uint8Array | string>): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  if (existing && !existing.isFile()) return pipeline(Readable.from(parts), createWriteStream(file));
  const draft = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(parts), createWriteStream(draft, { flush: true }));
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
