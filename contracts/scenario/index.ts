// `#contracts` does not export these schemas, so that a client does not load them.
export * from './read.ts';
export * from './result.ts';
export * from './schema.ts';
