import { paymentBody } from '../generators/payloads/payment.ts';
import { staysWithin } from '../oracles/limits/allowance.ts';
import { countedAsOne, countedIndependently } from '../oracles/limits/independentLimits.ts';
import { staysBelowRate } from '../oracles/limits/suiteRate.ts';
import { create, every, learnTraits, must, test, together, traceCheck } from '../runner/requirement/test.ts';

/** interface.md § Limits, Sandbox rate. */
test('LIM-04a the declared allowance of requests passes', must, async ({ rateLimitTest, assertions, compose }) => {
  await rateLimitTest.run((methods) => {
    const [first, ...more] = methods.payins();
    const planOf = (method: typeof first) => create.payin(compose(paymentBody(method)));
    return [planOf(first), ...more.map(planOf)];
  });
  for (const method of ['POST', 'GET'] as const) assertions.assert('passesAllowance', { method }, method);
});

test('LIM-04b what exceeds the allowance is refused without effect', traceCheck.should, ({ record }) => {
  every(record.trials, staysWithin(record.whole));
});

/** interface.md § Errors: how a target answers when it limits the rate is not shown. */
test('LIM-05 how a limiter refuses, and of what kind it is', traceCheck.observe, ({ record }) => {
  learnTraits(record.limiterTraits);
});

test('LIM-06 the suite keeps below the declared rate and foretells its cost', traceCheck.must, ({ record }) => {
  together(record.exchanges, () => staysBelowRate(record.whole));
});

test('LIM-07 GET and POST are counted apart, and each as one', traceCheck.must, ({ record }) => {
  together(record.crossed, () => countedIndependently(record.crossed.items));
  if (record.trials.items.length > 0) every(record.trials, countedAsOne);
});
