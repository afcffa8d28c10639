import { parentPort, workerData } from 'node:worker_threads';
import { factsIn } from '#contracts/exchange';
import { judgeEnded } from './index.ts';
import type { TrafficTexts } from './node.ts';

const { calls, books, context }: TrafficTexts = workerData;
parentPort?.postMessage(judgeEnded({ facts: calls.map(factsIn), books: JSON.parse(books), context }));
