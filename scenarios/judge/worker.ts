import { parentPort, workerData } from 'node:worker_threads';
import { judgeEnded } from './index.ts';
import type { TrafficTexts } from './node.ts';

const { facts, books, context }: TrafficTexts = workerData;
parentPort?.postMessage(
  judgeEnded({ facts: facts.map(text => JSON.parse(text)), books: JSON.parse(books), context }),
);
