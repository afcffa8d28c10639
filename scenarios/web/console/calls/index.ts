export { bookingsIn } from './filter.ts';
export { CallsTab } from './tab.tsx';
