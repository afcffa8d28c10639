type Leak = { name: string; pattern: RegExp };

// The patterns contain brackets such as `[/]`, so that this file does not match itself.
const leaks: Leak[] = [
  {
    name: 'a path of one machine',
    pattern: /(?<![\w.~})-])[/](?:work|tmp|root|home[/]\w+|Users[/]\w+)[/][\w.-]+/,
  },
  { name: 'a path of one machine', pattern: /\b[A-Z]:\\(?:Users|Temp)\\/ },
  {
    name: 'a registry host',
    pattern: /registry[.](?:npmjs|yarnpkg|npmmirror)[.]|\bnpm[.]pkg[.]github|deb[.]debian[.]org/,
  },
  { name: 'an unfinished place', pattern: /\b(?:TO[D]O|FIX[M]E)\b/ },
  { name: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE [K]EY-----/ },
];

/** Machine paths, registry hosts, markers of unfinished work and private keys: one line per finding, with its place. */
export function leaksIn(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    leaks.flatMap(({ name, pattern }) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`${file}:${index + 1} holds ${name}: ${found}`];
    }),
  );
}
