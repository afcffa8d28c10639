import { expect, it, vi } from 'vitest';
import { controlEndpoints } from '#contracts/control';

const { bookings } = controlEndpoints.importSandbox.request.shape.store.shape;
const { timeZone } = bookings.element.shape.services.element.shape;

it('checks the time zone of many imported services only once, because a check is slow', () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat');
  for (let n = 0; n < 5; n += 1) expect(timeZone.safeParse('Pacific/Chatham').success).toBe(true);
  expect(format).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 2; n += 1) expect(timeZone.safeParse('Nowhere/Town').success).toBe(false);
  format.mockRestore();
});
