import type { ControlDetail, NewSandboxRequest } from '#contracts/control';
import { eachFault, faultSchema, readFault } from '#contracts/fault';
import type { NewClock } from '../clock/index.ts';
import type { Ports } from '../ports.ts';
import { type Sandbox, type SandboxConfig, withSetup } from '../sandboxes/index.ts';
import type { Catalogue } from '../scenario-runs/index.ts';
import { isoInstant } from './handler.ts';

/** What a request says of a new sandbox, in the terms of sandboxes.ts. */
export function configOf(request: NewSandboxRequest): SandboxConfig {
  const { id, credential, staticToken, managerId, mcpToken, seed, clock, options, faults, scenario } =
    request;
  return {
    id,
    credential,
    staticToken,
    managerId,
    mcpToken,
    seed,
    options,
    faults,
    scenario,
    clock: clock && newClockOf(clock),
  };
}

function newClockOf({ mode, start, scale }: NonNullable<NewSandboxRequest['clock']>): NewClock {
  const onFirstRequest = start === 'first-request';
  return {
    mode,
    scale,
    start: start === undefined || onFirstRequest ? undefined : Date.parse(start),
    startOnFirstRequest: onFirstRequest,
  };
}

/** What of a request the sandbox that is there does not fit; empty when asking for it again changes nothing. */
export function contradictions(
  sandbox: Sandbox,
  request: NewSandboxRequest,
  made: { from: string | undefined; ports: Ports; catalogue: Catalogue },
): ControlDetail[] {
  const { identity, start } = sandbox;
  const wanted = withSetup(configOf(request), made.catalogue);
  const own = made.ports.urlOf(identity.id);
  const pairs: [field: string, wanted: unknown, is: unknown][] = [
    ['credential', wanted.credential, identity.credentials[0]],
    ['staticToken', wanted.staticToken, identity.staticToken],
    ['managerId', wanted.managerId, identity.managerId],
    ['mcpToken', wanted.mcpToken, identity.mcpToken],
    ['scenario', request.scenario, identity.scenario],
    ['seed', request.seed === undefined ? undefined : String(request.seed), identity.seed],
    ['from', request.from, made.from],
    ['port', request.port || undefined, own && Number(new URL(own).port)],
    ['faults', request.faults && comparableFaults(wanted.faults ?? []), comparableFaults(start.faults)],
    ['clock', request.clock && wanted.clock && comparable(wanted.clock), comparable(start.clock)],
    ...Object.entries(request.options ?? {}).map(([name, value]): [string, unknown, unknown] => [
      `options.${name}`,
      value,
      Reflect.get(identity.options, name),
    ]),
  ];
  const wrong = pairs.filter(([, asked, is]) => asked !== undefined && text(asked) !== text(is));
  const details = wrong.map(([field, asked, is]) => ({
    field,
    message: field === 'credential' ? 'is another one' : `is ${text(is)}, asked for was ${text(asked)}`,
  }));
  if (request.port === 0 && own === undefined)
    details.push({ field: 'port', message: 'it has no port of its own' });
  return details;
}

const comparable = ({ mode, start, scale, startOnFirstRequest = false }: NewClock) => ({
  mode,
  start: start === undefined ? null : isoInstant(start),
  scale: scale ?? 1,
  startOnFirstRequest,
});

/** Faults as the schema orders them: those that mean the same are the same, however they were written. */
const comparableFaults = (given: readonly unknown[]) =>
  eachFault(
    given,
    fault => faultSchema().parse(readFault(fault)),
    index => `faults[${index}]`,
  );

const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
