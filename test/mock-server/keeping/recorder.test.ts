import { describe, expect, it } from 'vitest';
import type { SandboxChange } from '#mock-server';
import { readStore } from '#mock-server/keeping/load-state';
import { Recorder } from '#mock-server/keeping/recorder';
import { runAtOnce } from '#mock-server/keeping/turns';
import type { TokenRecord } from '#mock-server/store/index';

const record: TokenRecord = { step: 'answered', request: 'r', answer: '{}' };
const sizesOf = ({ puts }: Pick<SandboxChange, 'puts'>, kind: string): number[] =>
  puts.filter(row => row.kind === kind).map(({ value }) => JSON.parse(value).length);

/** Adds tokens with the numbers from `from` to before `to`. */
function addTokens(recorder: Recorder, from: number, to: number): void {
  for (let number = from; number < to; number += 1) recorder.token(String(number), record);
}

describe('a recorder', () => {
  it('writes many tokens and counts in rows of at most 500 entries, which are read in the same order', () => {
    const recorder = new Recorder(() => {});
    addTokens(recorder, 0, 1_201);
    for (let content = 0; content < 501; content += 1) recorder.count(content, 1);
    expect(recorder.hasUnwrittenRows).toBe(false); // no answer waits for a token
    expect(recorder.unwrittenTokens()).toHaveLength(1_201);
    const changes = recorder.take();
    expect(sizesOf(changes, 'tokens')).toEqual([500, 500, 201]);
    expect(sizesOf(changes, 'counts')).toEqual([500, 1]);
    const { store } = runAtOnce(readStore({ rows: changes.puts, isComplete: true }, 0));
    expect(store.tokens.map(([key]) => Number(key))).toEqual([...Array(1_201).keys()]);
    expect(store.counts).toHaveLength(501);
  });

  it('reads a long row of an earlier version, and drops the row when 40,000 newer tokens exist', () => {
    const value = JSON.stringify(Array.from({ length: 2_000 }, (_, number) => [String(number), record]));
    const rows = [{ kind: 'tokens' as const, key: '7', position: 7, value }];
    const { store, positions } = runAtOnce(readStore({ rows, isComplete: true }, 0));
    expect(store.tokens).toHaveLength(2_000);
    const recorder = new Recorder(() => {}, positions);
    addTokens(recorder, 2_000, 41_999);
    const first = recorder.take();
    expect([first.puts[0]?.key, first.puts.length, first.drops]).toEqual(['8', 80, []]);
    addTokens(recorder, 41_999, 42_000);
    expect(recorder.take().drops).toEqual([{ kind: 'tokens', key: '7' }]);
  });

  it('puts no row that the same batch drops', () => {
    const recorder = new Recorder(() => {});
    addTokens(recorder, 0, 41_000);
    const { puts, drops } = recorder.take();
    expect(drops.map(({ key }) => key)).toEqual(['1', '2']);
    expect(puts.map(({ key }) => Number(key))).toEqual(Array.from({ length: 80 }, (_, index) => index + 3));
  });
});
