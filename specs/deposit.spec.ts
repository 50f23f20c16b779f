import { namesEnabledAssets } from '../oracles/acquiring/checkouts/enabledAssets.ts';
import {
  convertsWholly,
  hasConverted,
  hasLimits,
  hasMaps,
  limitsAreOne,
  limitsConvert,
  listsAssets,
  namesAssets,
  namesItsAssets,
} from '../oracles/acquiring/deposits/depositOptions.ts';
import { leavesNoLimitOut } from '../oracles/acquiring/deposits/evenLimits.ts';
import { leavesRoom, limitsListedAssets, pairsOfTheirCurrencies } from '../oracles/acquiring/deposits/optionNames.ts';
import { suggestsFew } from '../oracles/acquiring/deposits/suggestedOptions.ts';
import { every, must, test, those, traceCheck } from '../runner/requirement/test.ts';

/** interface.md § Deposit options. */
test('DEP-01 deposit options have the listed fields, each of its type', must, async ({ assertions, projects }) => {
  for (const { id, options } of await projects.all())
    assertions.assert('showsComponent', {
      exchange: options.id,
      component: 'DepositOptions',
      what: `the deposit options of ${id}`,
    });
});

test('DEP-02 maps name exactly the listed assets, and limits agree', traceCheck.should, ({ record }) => {
  const withMaps = those(record.depositOptions, 'deposit options with a map by asset', hasMaps);
  every(withMaps, (options) => [
    ...namesItsAssets(options),
    ...limitsAreOne(options),
    ...limitsListedAssets(options),
    ...leavesRoom(options),
    ...leavesNoLimitOut(options),
  ]);
});

/** interface.md § Crypto acquiring request, the asset identifier format. */
test('DEP-03 asset identifiers are BLOCKCHAIN_CURRENCY', traceCheck.must, ({ record }) => {
  every(those(record.depositOptions, 'deposit options that list an asset', listsAssets), namesAssets);
});

test('DEP-04 convertRate and convertPair are both null or both set', traceCheck.should, ({ record }) => {
  every(those(record.depositOptions, 'deposit options that show limits', hasLimits), (options) => [
    ...convertsWholly(options),
    ...pairsOfTheirCurrencies(options),
  ]);
});

test('DEP-05 amountInOptions limits are the asset limits times convertRate', traceCheck.should, ({ record }) => {
  every(those(record.depositOptions, 'limits of an asset in a currency', hasConverted), limitsConvert);
});

/** interface.md § Limits, predefined amounts. */
test('DEP-06 suggestedAmounts is null or at most three', traceCheck.must, ({ record }) => {
  every(record.depositOptions, suggestsFew);
});

/** interface.md § Project (widget) settings: only enabled currencies and networks are shown to users. */
test('DEP-07 deposit options, checkouts and bundles name only enabled assets', traceCheck.must, ({ record }) => {
  every(record.offers, namesEnabledAssets);
});
