/** Takes secrets out of a text, and cuts it where it is long. */
export type Hide = (text: string) => string;

/** Longer than whatever is worth reading; cut only behind the secrets, of which half might be left. */
const usualLength = 300;
/** What is shorter stands inside of many words: it is hidden where it is a word of its own. */
const shortest = 4;

/**
 * Makes what hides secrets, in whatever spelling: as they stand, in other capitals, with escapes of JSON, addresses, forms or HTML
 * in them, and inside of base64.
 *
 * @example createHider(['my-password'])('HTTP 401: my-password is wrong') // 'HTTP 401: *** is wrong'
 */
export function createHider(secrets: readonly (string | undefined)[], longest = usualLength): Hide {
  const known = [...new Set(secrets)].filter(secret => secret !== undefined && secret !== '');
  const longestFirst = known.map(String).sort((a, b) => b.length - a.length);
  const patterns = longestFirst.flatMap(secret => [spelled(secret), ...inBase64(secret)]);
  return text => {
    const told = patterns.reduce((rest, pattern) => rest.replaceAll(pattern, '***'), text);
    return told.length > longest ? `${told.slice(0, longest)}…` : told;
  };
}

function spelled(secret: string): RegExp {
  const source = [...secret].map(spellingsOf).join('');
  const isShort = secret.length < shortest;
  return new RegExp(isShort ? `(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])` : source, 'giu');
}

/** Each way in which one character is written. */
function spellingsOf(character: string): string {
  const bytes = [...Buffer.from(character)].map(byte => `%(?:25)*${hex(byte, 2)}`);
  const units = character.split('').map(unit => `\\\\+u${hex(unit.charCodeAt(0), 4)}`);
  const point = character.codePointAt(0) ?? 0;
  const all = [
    `\\\\*\\u{${hex(point, 1)}}`,
    bytes.join(''),
    units.join(''),
    `&#(?:0*${point}|x0*${point.toString(16)});`,
    ...(character === ' ' ? ['\\+'] : []),
    ...Object.entries(named).flatMap(([name, one]) => (one === character ? [`&${name};`] : [])),
  ];
  return `(?:${all.join('|')})`;
}

const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** Three letters hold two bytes of it, and stand in any text. */
const shortestCore = 4;

/** What base64 makes of a secret depends on where it begins in three bytes: all letters that it alone decides. */
function inBase64(secret: string): RegExp[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap(offset => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
    const core = whole
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor((whole.length * 8) / 6));
    if (core.length < shortestCore) return [];
    const source = core.replaceAll('+', '[+-]').replaceAll('/', '[/_]');
    return [new RegExp(`[\\w+/-]*${source}[\\w+/=-]*`, 'g')];
  });
}
