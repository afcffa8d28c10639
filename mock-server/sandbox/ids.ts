import type { TokensFile } from '#contracts/control';
import { memoize, suggest } from '#contracts/util';
import type { MachineClock } from '../clock/index.ts';

export const defaultSandbox = 'default';

const form = /^(?:[a-z0-9-]{1,40}\.)?[a-z0-9-]{1,40}$/;

export const isSandboxId = (text: string): boolean => form.test(text);

export function namespaceOf(id: string): string | undefined {
  const dot = id.indexOf('.');
  return dot < 0 ? undefined : id.slice(0, dot);
}

export const idIn = (namespace: string | undefined, name: string): string =>
  namespace === undefined ? name : `${namespace}.${name}`;

/** A sandbox cannot be created or found, or ends before a long call has ended. `code` gives the reason. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: 'exists' | 'unknown' | 'invalid' | 'full';
  readonly id: string;

  constructor(code: SandboxError['code'], id: string, message: string) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

export function refuseUnknown(id: string, known: Iterable<string>): never {
  const hint = suggest(id, known, 'POST /_control/sandboxes creates one');
  throw new SandboxError('unknown', id, `this server has no sandbox "${id}"; ${hint}`);
}

/** @throws SandboxError when the id is taken or ill-formed */
export function checkNewId(id: string, exists: (id: string) => boolean): string {
  if (!isSandboxId(id)) {
    const form = 'use 1 to 40 characters of a-z, 0-9 and "-"';
    const namespace = 'if needed after a namespace and a dot, as in "team-a.checkout"';
    throw new SandboxError('invalid', id, `sandbox id "${id}" is wrong; ${form}, ${namespace}`);
  }
  return exists(id) ? refuseTaken(id) : id;
}

export function refuseTaken(id: string): never {
  throw new SandboxError('exists', id, `sandbox "${id}" exists; use another id, or delete that sandbox`);
}

export type QuotasOf = NonNullable<TokensFile['namespaces']>;

/** Every method takes constant time. */
export class Namespace {
  readonly name: string;
  readonly #machine: MachineClock;
  quotas: Readonly<QuotasOf[string]> = {};
  readonly ids = new Set<string>();
  /** By sandbox id. Sandboxes without bookings are missing, because most sandboxes are idle. */
  readonly #bookingsOf = new Map<string, number>();
  #bookings = 0;
  #allowance = 0;
  #allowanceAt = Number.NEGATIVE_INFINITY;

  constructor(name: string, machine: MachineClock) {
    this.name = name;
    this.#machine = machine;
  }

  /** In the sandboxes that this process has loaded. */
  get bookings(): number {
    return this.#bookings;
  }

  /** `count`: 0 for a removed sandbox. */
  setBookings(id: string, count: number): void {
    this.#bookings += count - (this.#bookingsOf.get(id) ?? 0);
    if (count === 0) this.#bookingsOf.delete(id);
    else this.#bookingsOf.set(id, count);
  }

  /** Returns 0 when the call was counted, otherwise the real milliseconds until the next call is allowed. */
  takeCall(): number {
    const { requestsPerSecond: rate } = this.quotas;
    if (rate === undefined) return 0;
    const now = this.#machine.monotonic();
    this.#allowance = Math.min(rate, this.#allowance + ((now - this.#allowanceAt) * rate) / 1_000);
    this.#allowanceAt = now;
    if (this.#allowance < 1) return ((1 - this.#allowance) * 1_000) / rate;
    this.#allowance -= 1;
    return 0;
  }
}

export class Namespaces {
  readonly #all = new Map<string, Namespace>();
  readonly #ensure: (name: string) => Namespace;

  constructor(machine: MachineClock) {
    this.#ensure = memoize(name => new Namespace(name, machine), this.#all);
  }

  find(id: string): Namespace | undefined {
    const name = namespaceOf(id);
    return name === undefined ? undefined : this.#all.get(name);
  }

  added(id: string): void {
    const name = namespaceOf(id);
    if (name !== undefined) this.#ensure(name).ids.add(id);
  }

  removed(id: string): void {
    const namespace = this.find(id);
    if (!namespace) return;
    namespace.ids.delete(id);
    namespace.setBookings(id, 0);
    this.#forgetUnused(namespace);
  }

  setQuotas(quotas: QuotasOf): void {
    for (const namespace of this.#all.values()) namespace.quotas = {};
    for (const [name, limits] of Object.entries(quotas)) this.#ensure(name).quotas = limits;
    for (const namespace of [...this.#all.values()]) this.#forgetUnused(namespace);
  }

  #forgetUnused(namespace: Namespace): void {
    const hasQuotas = Object.keys(namespace.quotas).length > 0;
    if (namespace.ids.size === 0 && !hasQuotas) this.#all.delete(namespace.name);
  }
}
