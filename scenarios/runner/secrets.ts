import type { Task } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import type { Leak } from '../judge/index.ts';

/** Something that must not stand in the output of a client. */
export interface Secret {
  readonly what: Leak['what'];
  readonly value: string;
}

/** What a client under test is given of secrets: those of the people in its task, and its own. */
export function secretsOf(task: Task, { credentials, staticToken, mcpToken }: Sandbox['identity']): Secret[] {
  const own: Secret[] = [
    ...credentials.flatMap(passwordForms),
    { what: 'static-token', value: staticToken },
    { what: 'token', value: mcpToken },
  ];
  const found = new Map([...own, ...personalData(task)].map(secret => [secret.value, secret]));
  return [...found.values()];
}

/** As it is, and as the header of Basic authentication carries it. */
const passwordForms = ({ Username, Password }: Sandbox['identity']['credentials'][number]): Secret[] =>
  [Password, base64(`${Username}:${Password}`), base64(Password)].map(value => ({ what: 'password', value }));

/** Without what fills it up at its end. */
const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');

const kinds: Readonly<Record<string, Leak['what']>> = {
  CardNumber: 'card-number',
  SecurityCode: 'security-code',
  CPF: 'document',
  Cpf: 'document',
  DocumentNumber: 'document',
  Email: 'e-mail',
};

/** By the names of fields, wherever they stand. */
function personalData(value: unknown): Secret[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const what = kinds[name];
    return what !== undefined && typeof entry === 'string' ? [{ what, value: entry }] : personalData(entry);
  });
}
