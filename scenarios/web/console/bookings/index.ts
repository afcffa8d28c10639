export { BookingsTab } from './tab.tsx';
