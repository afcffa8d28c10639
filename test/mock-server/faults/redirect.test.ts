import { expect, it } from 'vitest';
import { parseFault } from '#contracts/fault';
import { refusalOf } from '../../contracts/fault/refusal-of.ts';

it.each([
  ['redirect=200', 'effect.status', 'expected one of 301, 302, 303, 307, 308, got 200'],
  ['redirect', 'effect.status', 'missing: expected one of 301, 302, 303, 307, 308'],
  ['redirect=302,location=a b', 'effect.location', expect.stringContaining('without spaces')],
  ['redirect=302,location=é', 'effect.location', expect.stringContaining('in ASCII')],
])('the fault "redirect" is refused: %s', (text, field, message) => {
  expect(refusalOf(() => parseFault(text))).toMatchObject([{ field, message }]);
});
