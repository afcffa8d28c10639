export { booksOf, booksOfViews } from './books.ts';
export { boundedStory, closeAndJudge, judgeSandbox, readerOf, sandboxStory } from './judge-sandbox.ts';
export * from './play/index.ts';
