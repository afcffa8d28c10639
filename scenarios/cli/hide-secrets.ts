import { createRedactor } from '#contracts/exchange';

/** Takes secrets out of a text, and cuts it where it is long. */
export type Hide = (text: string) => string;

/** Longer than what is worth reading. */
const usualLength = 300;

/**
 * Creates what hides secrets in reports, in every spelling. A text is cut after that: half a secret would stay.
 *
 * @example createHider(['my-password'])('HTTP 401: my-password is wrong') // 'HTTP 401: *** is wrong'
 */
export function createHider(secrets: readonly (string | undefined)[], longest = usualLength): Hide {
  const { hideSecrets } = createRedactor({ secrets, shortest: 1 });
  return text => {
    const shown = hideSecrets(text);
    return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
  };
}
