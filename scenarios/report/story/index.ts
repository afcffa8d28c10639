export * from './create-story.ts';
export * from './schema.ts';
