import { parentPort, workerData } from 'node:worker_threads';
import { type CallTexts, entryIn, type Facts } from '#contracts/exchange';
import { judgeEnded } from './index.ts';
import { moreCalls, type TrafficTexts } from './node.ts';

const { books, context }: Omit<TrafficTexts, 'calls'> = workerData;
const facts: Facts[] = [];

parentPort?.on('message', (calls: readonly CallTexts[]) => {
  for (const call of calls) facts.push(entryIn(call).facts);
  if (calls.length > 0) return parentPort?.postMessage(moreCalls);
  parentPort?.postMessage(judgeEnded({ facts, books: JSON.parse(books), context }));
  parentPort?.close();
});
parentPort?.postMessage(moreCalls);
