import { bool, number, type Options, secret, text, wholeNumber } from '../check-options.ts';
import type { ClockMode, NewClock } from '../clock/index.ts';
import type { Credential, SandboxConfig, SandboxOptions } from './sandbox-config.ts';

const modes: Record<ClockMode, true> = {
  real: true,
  manual: true,
  scaled: true,
  'per-poll': true,
  auto: true,
};
// These rules check only types. The code in the folder `clock` checks the start of a clock and the range of its scale.
const clock: Options<NewClock> = {
  fields: { mode: Object.keys(modes), start: 'any', scale: number, startOnFirstRequest: bool },
};
const credential: Options<Credential> = {
  fields: { Username: text, Password: secret },
  required: ['Username', 'Password'],
};
const sandboxOptions: Options<SandboxOptions> = {
  fields: {
    rateLimit: {
      expected: 'a whole number from 1 (requests per minute), or false',
      fits: value => value === false || (Number.isSafeInteger(value) && Number(value) >= 1),
    },
    idempotency: ['ignored', 'honoured'],
    ids: ['known', 'any'],
    journalBytes: wholeNumber,
  },
};

/** The options of a new sandbox. */
export const sandboxConfig: Options<SandboxConfig> = {
  fields: {
    id: text,
    seed: {
      expected: 'text or a number',
      fits: value => typeof value === 'string' || typeof value === 'number',
    },
    credential,
    credentials: { listOf: credential },
    staticToken: secret,
    managerId: wholeNumber,
    mcpToken: secret,
    clock,
    options: sandboxOptions,
    faults: 'any', // the sandbox checks its faults later, with more exact messages
    scenario: text,
    expiresAfter: {
      expected: 'a whole number of seconds from 1',
      fits: value => Number.isSafeInteger(value) && Number(value) >= 1,
    },
  },
};
