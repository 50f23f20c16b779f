import { leavesFinalStatus, returnsToNew } from '../harness/oracles/lifecycle.ts';
import { every, law, test } from '../harness/test.ts';

/** interface.md § States and transitions, Payment. */
test('LIF-01 a payment in a final status never moves', law.must, ({ record }) => {
  every(record.histories, leavesFinalStatus);
});

test('LIF-02 no payment returns to NEW', law.should, ({ record }) => {
  every(record.histories, returnsToNew);
});
