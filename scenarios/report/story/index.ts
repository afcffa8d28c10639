export { createStory, type StoryParts } from './create-story.ts';
export { type Story, type StoryCall, storySchema } from './schema.ts';
