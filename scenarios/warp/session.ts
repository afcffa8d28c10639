import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '#contracts';

export interface WarpTotals {
  readonly jumps: number;
  /** The duration in ms of real time, and in ms of virtual time. */
  readonly realMs: number;
  readonly virtualMs: number;
}

/** warp.c describes the lines. */
export interface TracerStreams {
  readonly fromTracer: Readable;
  readonly toTracer: Writable;
  /** Receives the reason when the command does not go on. */
  readonly onEndless?: ((reason: string) => void) | undefined;
}

/** The clock of the supplier, which jumps together with the client. The clock of a sandbox in the mode `real` fits. */
export interface WarpClock {
  now(): number;
  advance(how: { by: number }): unknown;
  isBusy(): boolean;
  nextWake(): number;
  /** The calls that wait on the clock, for a time or without end. */
  waits(): readonly unknown[];
}

interface Heard {
  /** What warp cannot do with the command, in the order of the tracer. */
  readonly notes: string[];
  jumps: number;
  /** Why the command does not go on: it waits without a time limit, or is stopped; undefined while it does. */
  endless: string | undefined;
  /** The number of the signal that ended the command; undefined before the end, and after an exit code. */
  signal: number | undefined;
  totals: WarpTotals | undefined;
}

export interface WarpSession extends Readonly<Omit<Heard, 'totals'>> {
  /** Resolves when the tracer has ended; undefined if the tracer ended without a total. */
  readonly ended: Promise<WarpTotals | undefined>;
}

const nsPerMs = 1_000_000;
/** Turns of the event loop until the server begins an exchange: accept, read the bytes, begin, and one more for safety. */
const turnsUntilSeen = 4;
/** The time between two looks at a busy supplier, in ms. */
const lookAgain = 1;

/**
 * Lets the time of a client and of the supplier jump together. A jump needs two agreements: every thread of the client waits, and
 * the supplier does not compute an answer. The tracer agrees to the jump, then the clock of the supplier moves, and then the client
 * wakes, so the client never sees a later time than the supplier.
 *
 * While no call is in flight, the tracer may jump alone. It then stops the client before the client sends something, until the
 * clock of the supplier has moved by the same duration.
 *
 * @param clock the clock of the sandbox, in the mode `real`
 */
export function followTracer(streams: TracerStreams, clock: WarpClock): WarpSession {
  const { fromTracer, toTracer, onEndless } = streams;
  const heard: Heard = { notes: [], jumps: 0, endless: undefined, signal: undefined, totals: undefined };
  const send = senderTo(toTracer);
  send(`start ${Math.round(clock.now()) * nsPerMs} ${process.hrtime.bigint()}`);
  let idle: number | undefined; // the sequence of the last `idle` that is still valid
  let asked: { sequence: number; ms: number } | undefined; // the jump that the tracer has not agreed to yet
  let owed = 0; // the part of the passed time that was no whole millisecond, in ns; without it, many reports would make the clocks differ

  /** Asks for a jump to the next deadline as soon as the supplier is not busy. `left` is the time until the client's, in ms. */
  async function jumpWhenQuiet(sequence: number, left: number | undefined): Promise<void> {
    const began = clock.now();
    await quietOf(clock, () => idle === sequence);
    if (idle !== sequence) return;
    const ofClient = left === undefined ? Number.POSITIVE_INFINITY : left - (clock.now() - began);
    const ms = Math.ceil(Math.min(ofClient, clock.nextWake() - clock.now()));
    if (!Number.isFinite(ms)) return; // neither side waits with a time limit, so something else must wake the client
    idle = undefined;
    asked = { sequence, ms: Math.max(0, ms) };
    const free = clock.waits().length === 0 ? ' free' : ''; // no call is in flight: the supplier does nothing alone
    send(`jump ${sequence} ${BigInt(asked.ms) * BigInt(nsPerMs)}${free}`);
  }

  /** Moves the clock of the supplier. The tracer has agreed, and wakes the client after `go`. */
  function jumped(sequence: number): void {
    if (asked?.sequence !== sequence) return;
    if (asked.ms > 0) clock.advance({ by: asked.ms });
    asked = undefined;
    heard.jumps += 1;
    send(`go ${sequence}`);
  }

  /** By jumps that the tracer made alone. */
  function passed(sequence: number, ns: number, jumps: number): void {
    const ms = Math.round((owed + ns) / nsPerMs);
    owed += ns - ms * nsPerMs;
    if (ms > 0) clock.advance({ by: ms });
    heard.jumps += jumps;
    send(`go ${sequence}`);
  }

  function read(line: string): void {
    const [word, ...rest] = line.split(' ');
    const [first = '', second = '', third = ''] = rest;
    hear(line, heard);
    if (heard.endless !== undefined) onEndless?.(heard.endless);
    if (word === 'busy') idle = asked = undefined;
    else if (word === 'jumped') jumped(Number(first));
    else if (word === 'passed') passed(Number(first), Number(second), Number(third));
    else if (word === 'idle') {
      idle = Number(first);
      const left = third === 'none' ? undefined : Number(BigInt(third) - BigInt(second)) / nsPerMs;
      void jumpWhenQuiet(idle, left);
    }
  }

  const lines = createInterface({ input: fromTracer }).on('line', read);
  const ended = new Promise<WarpTotals | undefined>(resolve =>
    lines.once('close', () => resolve(heard.totals)),
  );
  return Object.assign(heard, { ended });
}

function senderTo(tracer: Writable): (line: string) => void {
  tracer.on('error', () => undefined); // the tracer has ended
  return line => {
    if (tracer.writable) tracer.write(`${line}\n`);
  };
}

/** Resolves when the supplier computes no answer, or as soon as no one needs to know. */
async function quietOf(clock: WarpClock, isNeeded: () => boolean): Promise<void> {
  do {
    while (isNeeded() && clock.isBusy()) await systemClock.sleep(lookAgain);
    // A call that the client has sent can still be in a socket, where the supplier does not see it.
    for (let turn = 0; turn < turnsUntilSeen; turn += 1) await nextTurn();
  } while (isNeeded() && clock.isBusy());
}

function hear(line: string, heard: Heard): void {
  heard.endless = line.startsWith('endless ') ? line.slice('endless '.length) : undefined;
  if (line.startsWith('note ')) heard.notes.push(line.slice('note '.length));
  else if (line.startsWith('exit signal ')) heard.signal = Number(line.slice('exit signal '.length));
  else if (line.startsWith('total ')) heard.totals = totalsOf(line);
}

/** Of a tracer that runs a command alone; undefined if it wrote none. */
export async function readTotals(fromTracer: Readable): Promise<WarpTotals | undefined> {
  let totals: WarpTotals | undefined;
  for await (const line of createInterface({ input: fromTracer }))
    if (line.startsWith('total ')) totals = totalsOf(line);
  return totals;
}

function totalsOf(line: string): WarpTotals {
  const [real = 0, virtual = 0, jumps = 0] = line.split(' ').slice(1).map(Number);
  return { realMs: real / nsPerMs, virtualMs: virtual / nsPerMs, jumps };
}
