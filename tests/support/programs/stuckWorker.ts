import type { WorkerOrder, WorkerReply } from '../../../runner/session/workerMessages.ts';

/** A worker whose tests do what their titles say. */
const titles = ['PAY-91 ends well', 'PAY-92 computes for ever', 'PAY-93 ends its process', 'PAY-94 ends well, too'];

const say = (reply: WorkerReply) => process.send?.(reply);

const file = 'specs/payment.spec.ts';

process.once('disconnect', () => process.exit());
process.on('message', (order: WorkerOrder) => {
  if (order.is === 'open') say({ is: 'opened' });
  if (order.is === 'close') say({ is: 'closed' });
  if (order.is !== 'test') return;
  while (order.title.includes('for ever'));
  if (order.title.includes('its process')) process.exit(7);
  say({ is: 'ended', errors: [], isSkipped: false, isExcused: false });
});
say({ is: 'ready', tests: titles.map((title) => ({ title, tags: ['@must'], file })) });
