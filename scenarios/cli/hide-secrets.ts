import { createRedactor, type RedactorOptions } from '#contracts/exchange';

type HiderOptions = Pick<RedactorOptions, 'contractWords'> & {
  /** How many characters of a text are kept; the default is 300. */
  readonly maxLength?: number;
};

/**
 * Creates a function that hides secrets in a text, in every spelling. It cuts a long text only after that, because half a
 * secret would stay.
 *
 * @example createHider(['my-password'])('HTTP 401: my-password is wrong') // 'HTTP 401: *** is wrong'
 */
export function createHider(
  secrets: readonly (string | undefined)[],
  { contractWords, maxLength = 300 }: HiderOptions = {},
): (text: string) => string {
  const { hideSecrets } = createRedactor({ secrets, shortest: 1, ...(contractWords && { contractWords }) });
  return text => {
    const shown = hideSecrets(text);
    return shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown;
  };
}
