// Runs command lines one after the other in a thread, so that the modules of the command load only once.
import { type MessagePort, workerData } from 'node:worker_threads';
import { runCommandLine } from '#scenarios/cli/main';

export interface CommandCall {
  /** The number of the call, counted from 1. */
  readonly number: number;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The data that the thread receives at its start. */
export interface ThreadData {
  readonly port: MessagePort;
  /** Its first entry becomes the number of a call when the answer to this call was posted. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

const { port, done }: ThreadData = workerData;
let output = { stdout: '', stderr: '' };

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array) => {
    output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
}

// A command that ends its own process would end the thread, and the test would wait for its time limit.
process.exit = code => {
  throw new Error(`the command ended its process with exit code ${code}; run it with runProcess`);
};

async function run({ args, env }: CommandCall) {
  output = { stdout: '', stderr: '' };
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const status = await runCommandLine(args);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  return { status, ...output };
}

port.on('message', async (call: CommandCall) => {
  const ended = await run(call).catch(error => ({ status: 1, ...output, stderr: String(error?.stack) }));
  port.postMessage(ended);
  Atomics.store(done, 0, call.number);
  Atomics.notify(done, 0);
});
