import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type * as z from 'zod';
import { detailsOf } from '#contracts/control';
import {
  type CallToolResult,
  createServerOfTools,
  type ServerContext,
  serveStdio,
} from '#mock-server/tool-server';
import { CliError } from '../cli-error.ts';
import { calls, type Session } from './calls.ts';
import { type ToolName, tools } from './tools.ts';

const instructions =
  'Tools of Understudy, a stand-in for a travel supplier. run plays failures with a client under test; explain says what a finding means; sandbox, fault and clock set up a supplier for your own calls. docs/agents/AGENTS.md of the package has the steps.';

export async function serveTools(setting: Omit<Session, 'newFile' | 'runCommand'>): Promise<void> {
  const over = new AbortController();
  const newFile = async (name: string) => join(await mkdtemp(join(tmpdir(), 'understudy-')), name);

  async function call(name: string, given: object, context: ServerContext): Promise<CallToolResult> {
    const signal = AbortSignal.any([over.signal, context.mcpReq.signal]);
    const runCommand: Session['runCommand'] = words => runChild(words, { ...setting, context, signal });
    // Wrong arguments are an answer of the tool, because a model sees the errors of tools and not those of the protocol.
    const said = await perform(name as ToolName, given, { ...setting, newFile, runCommand }).catch(asAnswer); // the name is known
    const isError = said instanceof CliError;
    const text = await shortened(isError ? said.message : said, newFile);
    return { content: [{ type: 'text', text }], ...(isError && { isError }) };
  }

  const handle = serveStdio(() =>
    createServerOfTools({ title: 'Understudy harness', tools, instructions, call }),
  );
  await new Promise(resolve => process.stdin.once('end', resolve).once('close', resolve)); // a file has no `close`
  over.abort();
  await handle.close();
}

function asAnswer(error: unknown): CliError {
  if (error instanceof CliError) return error;
  throw error;
}

async function perform(name: ToolName, given: object, session: Session): Promise<string> {
  const schema: z.ZodObject = tools[name].arguments;
  const parsed = schema.safeParse(given);
  const run = calls[name] as (args: object, session: Session) => Promise<string>; // the schema checks the arguments
  if (parsed.success) return run(parsed.data, session);
  const problems = detailsOf(parsed.error, { schema, value: given });
  throw new CliError(problems.map(({ field, message }) => `${field}: ${message}`));
}

const maxBytes = 2_000;

/** Cuts a long text after a line, and writes the whole text into a file. */
async function shortened(whole: string, newFile: Session['newFile']): Promise<string> {
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  const file = await newFile('answer.txt');
  await writeFile(file, whole);
  const more = `\n… the whole answer: ${file}`;
  const start = Buffer.from(whole)
    .subarray(0, maxBytes - Buffer.byteLength(more))
    .toString();
  return `${start.slice(0, Math.max(start.lastIndexOf('\n'), start.length / 2))}${more}`;
}

/** Runs a command of this program in its own process, because stdout belongs to the protocol. Its stderr is the progress. */
async function runChild(
  words: readonly string[],
  { token, context, signal }: Pick<Session, 'token'> & { context: ServerContext; signal: AbortSignal },
): Promise<string> {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    ...(token !== undefined && { UNDERSTUDY_CONTROL_TOKEN: token }),
  };
  const child = spawn(process.execPath, [String(process.argv[1]), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  const said = text(child.stdout);
  const lines: string[] = [];
  const { _meta, notify } = context.mcpReq;
  for await (const line of createInterface(child.stderr)) {
    lines.push(line);
    const [, progress, total] = /^\[(\d+)\/(\d+)\] /.exec(line) ?? [];
    if (_meta?.progressToken === undefined || progress === undefined) continue;
    const { progressToken } = _meta;
    const params = { progressToken, progress: Number(progress), total: Number(total), message: line };
    await notify({ method: 'notifications/progress', params });
  }
  const code = await ended;
  signal.removeEventListener('abort', stop);
  if ((await said) === '' && code !== 0) throw new CliError(lines);
  return said;
}
