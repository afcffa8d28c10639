import { expect, it } from 'vitest';
import { createCardCounter } from '#scenarios/explore/suite/cards';

it('counts numbers that may be of a card in an output that comes in pieces', () => {
  const counter = createCardCounter('test[4012 8888 8888 1881]');
  for (const text of [
    'card 4111 1111-',
    '1111 1111 again 41111',
    '11111111111, id 4',
    ' and 4012888888881881',
  ])
    counter.read(text);
  expect([...counter.all()]).toEqual([['1111', 2]]);
});
