export * from './catalogue.ts';
export * from './find-run.ts';
export * from './runs.ts';
