export * from './details.ts';
export * from './scalars.ts';
