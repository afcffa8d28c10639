import { watchFile } from 'node:fs';
import { styleText } from 'node:util';
import { systemClock } from '#contracts';
import { detailsOf, type TokensFile, tokensFile } from '#contracts/control';
import { ControlTokens } from '#mock-server/node';
import { FileError, readYamlDocument } from '../catalogue/node.ts';
import { CliError } from './cli-error.ts';

const checkEvery = 1_000;

/** Reads the file again when it changes. If that file has a problem, prints the problem and keeps the earlier tokens. */
export async function openTokensFile(path: string, log: 'pretty' | 'json' | 'quiet'): Promise<ControlTokens> {
  const file = await readTokensFile(path);
  const tokens = new ControlTokens(file);
  if (file.tokens.length === 0)
    report(
      'error',
      `${path} has no token, so only the token of --control-token can use the control API`,
      log,
    );
  const readAgain = async () => {
    try {
      tokens.replace(await readTokensFile(path));
      report('info', `the tokens of ${path} were read again`, log);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      for (const line of error.lines) report('error', `${line}; the earlier tokens stay valid`, log);
    }
  };
  // Most systems report the change of a file, but not the exchange of a link, with which containers mount such a file.
  watchFile(path, { interval: checkEvery, persistent: false }, () => void readAgain());
  return tokens;
}

async function readTokensFile(path: string): Promise<TokensFile> {
  const { value, positionAt } = await readYamlDocument(path).catch(error => {
    throw error instanceof FileError
      ? new CliError([`${path}: ${error.message.replace(/"\*[^"]*"/, '"*…"')}`]) // an alias can be a token without quotes
      : error;
  });
  const result = tokensFile.safeParse(value);
  if (result.success) return result.data;
  const details = detailsOf(result.error, { schema: tokensFile, value });
  throw new CliError(
    details.map(({ field = '', message }) => {
      const place = field === 'body' ? '' : `${field.replace(longKey, '$1***')}: `; // `body` is the whole file
      const hint = /^expected text, got (?![[{n])/.test(message) ? '; put it in quotes' : '';
      return `${path}: line ${positionAt(field).line}: ${place}${withoutSecrets(field, message)}${hint}`;
    }),
  );
}

/** An unknown key outside `namespaces` that is long enough to be a token. */
const longKey = /^(tokens\[\d+\]\.|(?!tokens\b|namespaces\b)).{16,}$/s;

/** Leaves the wrong value out of a message, unless it cannot be a token: no value, a short name or scope, or a number of a quota. */
function withoutSecrets(field: string, message: string): string {
  const isShown =
    message.endsWith(', got null') ||
    (/\.(name|scope)$/.test(field) && /, got "[^"]{0,15}"$/.test(message)) ||
    (/^namespaces\./.test(field) && /, got -?[\d.]+$/.test(message));
  return isShown ? message : message.replace(/, got .*$/s, '');
}

function report(level: 'info' | 'error', msg: string, log: 'pretty' | 'json' | 'quiet'): void {
  const time = new Date(systemClock.now()).toISOString();
  const line = log === 'json' ? JSON.stringify({ level, time, msg }) : msg;
  console.error(
    level === 'error' && log !== 'json' ? styleText('red', line, { stream: process.stderr }) : line,
  );
}
