import { type OperationId, operations, type Profile } from '#contracts';
import type { JsonObject } from '#contracts/util';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { type DriftReport, type Verified, type VerifyTargetOptions, verifyTarget } from '#scenarios/verify';

const start = Date.parse('2026-11-20T10:00:00Z');

/** Creates a supplier with all data that `verify` needs, on an auto clock. */
export const standIn = (options: MockSupplierOptions = {}) =>
  createMockSupplier({ clock: { mode: 'auto', start }, ...options });

/** Changes the answers of an operation, as another kind of supplier would send them. */
export type Alter = (id: OperationId, json: JsonObject) => unknown;

/** A call as a recorder stores it. */
interface Entry {
  readonly startedDateTime: string;
  readonly request: object;
  readonly response: object;
}

/** A target, its calls, and a HAR file of them. */
export interface Stage {
  verify(options?: Partial<VerifyTargetOptions>): Promise<Verified>;
  /** The calls: ids of operations, or paths. */
  readonly sent: readonly string[];
  readonly bodies: readonly string[];
  har(): string;
}

const proof = {
  credential: { Username: 'demo', Password: 'demo' },
  staticAccess: { token: 'demo-static-token', managerId: 1 },
  mcpUrl: 'http://supplier.test/mcp',
  mcpToken: 'demo-mcp-token',
};

/** Returns the answer of a target to a call, or nothing where the stand-in answers. */
type Answer = (id: OperationId | undefined, init?: RequestInit) => Promise<Response> | undefined;

interface StageOptions {
  readonly supplier?: ReturnType<typeof standIn>;
  readonly alter?: Alter;
  readonly answer?: Answer;
}

/** Changes the answers of one operation. */
export const altering =
  (id: OperationId, change: (json: JsonObject) => unknown): Alter =>
  (other, json) =>
    other === id ? change(json) : json;

/** Changes the name of the Token in each answer that has one. */
export const callingToken =
  (name: string): Alter =>
  (id, json) => {
    const { Token, ...rest } = json;
    return Token === undefined || id === 'autocomplete' ? json : { [name]: Token, ...rest };
  };

/** Answers each call of an operation with a status and an empty object. */
export const refusing =
  (id: OperationId, status: number): Answer =>
  other =>
    other === id ? Promise.resolve(new Response('{}', { status })) : undefined;

/** Answers the first call of an operation in a way of its own. `at` has the time of each call of the operation. */
export function failingOnce(id: OperationId, init: ResponseInit) {
  const supplier = standIn();
  const { clock } = supplier.sandboxes.require('default');
  const at: number[] = [];
  const answer: Answer = other => {
    if (other !== id) return undefined;
    at.push(clock.now());
    return at.length === 1 ? Promise.resolve(new Response('{}', init)) : undefined;
  };
  return { supplier, answer, at, pause: () => (at[1] ?? 0) - (at[0] ?? 0) };
}

/** Verifies a target once. Returns what `verify` found and what the target received. */
export async function verifyWith(options: StageOptions = {}, more: Partial<VerifyTargetOptions> = {}) {
  const { sent, bodies, verify } = createStage(options);
  return { sent, bodies, ...(await verify(more)) };
}

/** Verifies a target once, with a test booking. */
export const verifyBooking = (options: StageOptions = {}, more: Partial<VerifyTargetOptions> = {}) =>
  verifyWith(options, { allowBooking: true, ...more });

/** Creates a target that changes the answers of a stand-in, or sends its own. */
export function createStage({
  supplier = standIn(),
  alter = (_, json) => json,
  answer,
}: StageOptions = {}): Stage {
  const { clock } = supplier.sandboxes.require('default');
  const sent: string[] = [];
  const bodies: string[] = [];
  const entries: Entry[] = [];
  const idOf = (url: string) => operationAt(new URL(url).pathname, supplier.dialect.operations);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input);
    const id = idOf(url);
    sent.push(id ?? new URL(url).pathname);
    bodies.push(String(init?.body ?? ''));
    const own = answer?.(id, init);
    if (own) return own;
    const came = await supplier.fetch(url, init);
    const text = await came.text();
    const isAltered = id !== undefined && came.status === 200;
    const sentText = isAltered ? JSON.stringify(alter(id, JSON.parse(text))) : text;
    entries.push({
      startedDateTime: new Date(clock.now()).toISOString(),
      request: { method: init?.method, url, headers: [], postData: { text: init?.body } },
      response: { status: came.status, headers: [], content: { text: sentText } },
    });
    return new Response(sentText, { status: came.status, headers: came.headers });
  };
  const target = {
    baseUrl: 'http://supplier.test',
    commonsUrl: 'http://supplier.test',
    ...proof,
    fetch,
    clock,
  };
  return {
    verify: options => verifyTarget({ target, ...options }),
    sent,
    bodies,
    har: () => JSON.stringify({ log: { version: '1.2', entries } }),
  };
}

function operationAt(path: string, spoken: readonly { id: string; path: string }[]): OperationId | undefined {
  const found = spoken.find(operation =>
    new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`, 'i').test(path),
  );
  return found?.id as OperationId | undefined;
}

export const differences = ({ operations: all }: DriftReport): string[] =>
  all.flatMap(({ id, fields }) =>
    fields.flatMap(({ field, state, weight, called, answers, of }) =>
      weight === undefined
        ? []
        : `${id} ${field} ${state}${called === undefined ? '' : ` ${called}`}: ${weight}, ${answers} of ${of}`,
    ),
  );

/** The ids of operations that are not read-only. */
export const booking = Object.values(operations).flatMap(({ id, effect }) =>
  ['book', 'pay', 'cancel'].includes(effect) ? [id as string] : [],
);

/** Applies a change to each object in a list of an answer. */
export function each(list: unknown, change: (entry: JsonObject) => void): void {
  for (const entry of list as JsonObject[]) change(entry);
}

/** A dialect whose names can be learned from the values in answers. */
export const dialect: Profile = {
  name: 'brisa',
  fields: {
    Token: 'sessionToken',
    ReToken: 'resumeKey',
    TotalSellingPrice: 'totalPrice',
    HotelId: 'hotel_id',
    BookingId: 'booking_id',
    bookingStatus: 'booking_status',
  },
  operations: { 'hotel.search': { answer: { 'Hotels.Rooms': 'roomOffers' } } },
};
