import { parentPort, workerData } from 'node:worker_threads';
import { judgeEnded } from '../judge/index.ts';

// Judges traffic in a thread of its own.
parentPort?.postMessage(judgeEnded(workerData));
