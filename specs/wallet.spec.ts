import { law, learn, test } from '../harness/test.ts';

/** interface.md § Balance: the fields are not shown. */
test('BAL-01 what the balances look like', law.observe, ({ record }) => {
  learn(
    record.balanceShapes,
    ({ key }) => key,
    ({ value }) => value,
  );
});
