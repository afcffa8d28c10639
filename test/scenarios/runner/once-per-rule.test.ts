import { afterAll, expect, it } from 'vitest';
import { writeReport } from '#scenarios/reports/index';
import { createFolder, reporter, runIds } from './clients.ts';

const folder = createFolder();
afterAll(folder.remove);

it('tells a rule that is broken in several scenarios once, with the names of the other scenarios', async () => {
  const command = reporter({ outcome: 'rejected' });
  const text = await writeReport(
    'text',
    await runIds(['hotel-confirmed', 'car-confirmed', 'tour-confirmed'], { command }),
  );
  expect(text.match(/^ {2}outcome-as-expected \(must\)$/gm)).toHaveLength(1);
  expect(text.match(/The client reported "rejected"/g)).toHaveLength(1);
  expect(text).toMatch(/^ {4}Also in: car-confirmed, tour-confirmed$/m);
  expect(text.match(/^ {2}outcome-as-expected \(must\): as in hotel-confirmed$/gm)).toHaveLength(2);
  expect(text.match(/^ {2}Run the scenario again: /gm)).toHaveLength(3);
});

it('still says what happened in each scenario if the messages differ', async () => {
  const command = reporter({ outcome: 'pending' });
  const ids = ['hotel-confirmed', 'rejected-no-availability'];
  const text = await writeReport('text', await runIds(ids, { command }));
  expect(text).toMatch(
    /^ {2}outcome-as-expected \(must\): as in hotel-confirmed\n {4}The client reported "pending", .*rejected/m,
  );
});
