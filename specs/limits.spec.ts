import { paymentBody } from '../generators/payment.ts';
import { staysWithin } from '../harness/oracles/allowance.ts';
import { countedApart } from '../harness/oracles/apart.ts';
import { keepsItsRate } from '../harness/oracles/ownRate.ts';
import { create, every, law, learnTraits, must, test, together } from '../harness/test.ts';

/** interface.md § Limits, Sandbox rate. */
test('LIM-04a the declared allowance of requests passes', must, async ({ allowance, claims, compose }) => {
  await allowance.useUp((methods) => create.payin(compose(paymentBody(methods.payin()))));
  for (const method of ['POST', 'GET'] as const) claims.claim('passesAllowance', { method }, method);
});

test('LIM-04b what exceeds the allowance is refused without effect', law.should, ({ record }) => {
  every(record.trials, staysWithin(record.whole));
});

/** interface.md § Errors: how rate limiting is answered is not shown. */
test('LIM-05 how a limiter refuses, and of what kind it is', law.observe, ({ record }) => {
  learnTraits(record.limiterTraits);
});

test('LIM-06 the suite keeps below the declared rate and foretells its cost', law.must, ({ record }) => {
  together(record.exchanges, () => keepsItsRate(record.whole));
});

test('LIM-07 GET and POST are counted apart', law.must, ({ record }) => {
  together(record.crossed, () => countedApart(record.crossed.items));
});
