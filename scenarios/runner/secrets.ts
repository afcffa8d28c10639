import type { Task } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import { type Leak, personalDataIn } from '../judge/index.ts';

/** A text that the output of a client must not contain. */
export interface Secret {
  readonly what: Leak['what'];
  readonly value: string;
}

/** Returns the secrets that a client under test receives: credentials, and the personal data in the task. */
export function secretsOf(task: Task, { credentials, staticToken, mcpToken }: Sandbox['identity']): Secret[] {
  const own: Secret[] = [
    ...credentials.flatMap(passwordForms),
    { what: 'static-token', value: staticToken },
    { what: 'token', value: mcpToken },
  ];
  const found = new Map([...own, ...personalDataIn(task)].map(secret => [secret.value, secret]));
  return [...found.values()];
}

/** Returns the password as plain text, and in the base64 forms that a header of Basic authentication can contain. */
const passwordForms = ({ Username, Password }: Sandbox['identity']['credentials'][number]): Secret[] =>
  [Password, base64(`${Username}:${Password}`), base64(Password)].map(value => ({ what: 'password', value }));

/** Encodes a text as base64 without padding. */
const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');
