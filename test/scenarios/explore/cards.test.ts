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

it('counts a number at each place of a piece that ends within a line', () => {
  const line =
    'card 4111111111111111 of Ada Lovelace and of Grace who has paid for all nights of the stay at once and in full ';
  for (let end = 1; end <= line.length; end += 1) {
    const counter = createCardCounter('test');
    counter.read(line.slice(0, end));
    counter.read(line.slice(end));
    expect([...counter.all()], line.slice(0, end)).toEqual([['1111', 1]]);
  }
});

it('counts the numbers of two streams apart', () => {
  const counter = createCardCounter('test');
  counter.read('12', 'stdout');
  counter.read('card 4111 1111 ', 'stdout');
  counter.read('41', 'stderr');
  counter.read('1111 1111\n', 'stdout');
  counter.read('11111111111111\n', 'stderr');
  expect([...counter.all()]).toEqual([['1111', 2]]);
});
