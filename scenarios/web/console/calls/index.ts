export { CallsTab } from './tab.tsx';
export { bookingsIn } from './filter.ts';
