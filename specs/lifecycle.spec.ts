import { leavesFinalStatus, movesFrom, returnsToNew } from '../harness/oracles/lifecycle.ts';
import { stayedFinal } from '../harness/oracles/past.ts';
import { every, law, learn, test } from '../harness/test.ts';

/** interface.md § States and transitions, Payment. */
test('LIF-01 a payment in a final status never moves', law.must, ({ record }) => {
  every(record.histories, leavesFinalStatus);
  if (record.rereads.items.length > 0) every(record.rereads, stayedFinal);
});

test('LIF-02 no payment returns to NEW', law.should, ({ record }) => {
  every(record.histories, returnsToNew);
});

test('LIF-16 the moves of payments that were seen', law.observe, ({ record }) => {
  learn(record.moves, movesFrom, ({ to }) => to);
});
