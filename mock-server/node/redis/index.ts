export { openRedis } from './open-redis.ts';
