import { bundleBody } from '../generators/payloads/bundle.ts';
import { firstAddressOf } from '../oracles/acquiring/bundles/bundleAddresses.ts';
import {
  contentAgrees,
  foreignAddressFault,
  hasAddresses,
  hasEvmAssets,
  namesEveryAsset,
  sharesEvmAddress,
  sharesNoAddress,
} from '../oracles/acquiring/bundles/bundleContent.ts';
import { hasFormat, hasShape } from '../oracles/core/contractShape.ts';
import { creditsNet, staysUnconverted } from '../oracles/webhooks/deposits/credits.ts';
import { addressTermsOf } from '../oracles/webhooks/deposits/deposits.ts';
import { announcementOf } from '../oracles/webhooks/received/announcement.ts';
import { ownBundles } from '../runner/actions/acquiring/ownBundles.ts';
import {
  create,
  every,
  learn,
  must,
  read,
  should,
  test,
  those,
  together,
  traceCheck,
} from '../runner/requirement/test.ts';
import { noControlApi } from '../runner/worker/controlActions.ts';
import type { Delivery } from '../traffic/journal/delivery.ts';
import { textField } from '../traffic/journal/runRecord.ts';

/** interface.md § Crypto acquiring, bundle rule 1. */
test(
  'SAB-01 the same referenceId returns the same bundle',
  must,
  async ({ api, combinations, assertions, projects, worker }) => {
    const [widget] = await projects.all();
    const bundles = ownBundles({ api, worker }, widget);
    const first = await bundles.first();
    for (const asked of combinations.each(['all enabled assets', 'the same asset'] as const, (name) => name)) {
      const calls = asked === 'the same asset' ? [] : await bundles.all('own');
      // SAB-03 judges whether a call for all assets is accepted.
      const taken = calls.find((call) => call.class === 'accepted');
      const again = taken ?? (await bundles.again(bundles.assets.slice(0, 1)));
      assertions.assert('sameBundle', { first: first.id, again: again.id });
    }
  },
);

/** interface.md § Crypto acquiring, bundle rule 1: a call adds addresses for missing assets. */
test(
  'SAB-02 a later call with more assets adds them and keeps the others',
  must,
  async ({ api, combinations, assertions, projects, worker }) => {
    const [widget] = await projects.all();
    const bundles = ownBundles({ api, worker }, widget);
    const [first = '', second, third = second] = bundles.assets;
    const hint = `the project ${widget.id} lists no more`;
    const lacking = { code: 'missing', wanted: 'two assets', hint, exchanges: [widget.options.id] } as const;
    if (second === undefined || third === undefined) return assertions.stop(lacking);
    const ways = { 'beside those that it has': [first, second], 'by themselves': [third] };
    const before = await bundles.first();
    for (const [, assets] of combinations.each(Object.entries(ways), ([name]) => name)) {
      const after = await bundles.again(assets);
      assertions.assert('addsAssets', { before: before.id, after: after.id });
    }
  },
);

/** interface.md § Crypto acquiring, bundle rule 2. */
test(
  'SAB-03 allEnabledAssets gives an address for every enabled asset',
  must,
  async ({ api, combinations, assertions, projects, worker }) => {
    const [widget] = await projects.all();
    const bundles = ownBundles({ api, worker }, widget);
    for (const reference of combinations.each(['fresh', 'own'] as const, (name) => name)) {
      if (reference === 'own') await bundles.first();
      const calls = (await bundles.all(reference)).map(({ id }) => id);
      assertions.assert('coversAssets', { calls, project: widget.id, options: widget.options.id });
    }
  },
);

/** interface.md § Crypto acquiring, bundle rule 3. The rule does not say what the assets share after an address was replaced. */
test('SAB-04 the EVM assets of a bundle share one address', traceCheck.must, ({ record }) => {
  every(those(record.bundles, 'a bundle with two EVM assets', hasEvmAssets), sharesEvmAddress);
});

/** interface.md § Static address bundle, addressesByAsset. */
test('SAB-05 addresses and addressesByAsset have the same content', traceCheck.must, ({ record }) => {
  every(those(record.bundles, 'a bundle with an address', hasAddresses), contentAgrees);
});

/** interface.md § Static address bundle, assetsMeta. */
test('SAB-06 assetsMeta names every asset of a bundle', traceCheck.must, ({ record }) => {
  every(those(record.bundles, 'a bundle with an address', hasAddresses), namesEveryAsset);
  if (record.assetMetas.items.length === 0) return;
  learn(
    record.assetMetas,
    ({ asset }) => `tokenStandard of ${asset}`,
    ({ value }) => textField(value, 'tokenStandard') ?? 'none',
  );
});

/** interface.md § Crypto acquiring, bundle rule 4. */
test(
  'SAB-07 a disabled address is replaced on the next call',
  must,
  async ({ api, assertions, control, projects, worker }) => {
    if (!control.declared) return assertions.stop(noControlApi);
    const [widget] = await projects.all();
    const { assets } = ownBundles({ api, worker }, widget);
    const plan = create.bundle(widget.id, bundleBody(worker.freshKey(), assets.slice(0, 2)));
    const before = await api.send(plan);
    const wanted = 'a static address to disable';
    const address = firstAddressOf(before) ?? assertions.stop({ code: 'noEvidence', wanted, exchanges: [before.id] });
    await control.disable(address);
    const after = await api.send(plan);
    assertions.assert('replacesDisabled', { before: before.id, after: after.id, address });
  },
);

/** interface.md § Static address bundle, static address. */
test('SAB-08 a static address has its fields and fits its blockchain', traceCheck.must, ({ record }) => {
  const { contract } = record;
  every(record.staticAddresses, hasShape(contract, 'StaticAddress'));
  every(record.staticAddresses, hasFormat('StaticAddress', 'id', contract));
  every(record.staticAddresses, foreignAddressFault);
});

const ends = (delivery: Delivery) => ['FAILED', 'SUCCESS'].includes(announcementOf(delivery).status ?? '');

/** interface.md § Webhook kinds, static address payment. */
test(
  'SAB-09 a payment to a static address and its end are announced',
  must,
  async ({ api, assertions, deposits, worker, webhooks }) => {
    webhooks.expects('staticAddressPayment');
    const { ample: pay } = await deposits('announced');
    const ample = await pay();
    // The wait is long enough: a delivery that is still missing at the later read never comes.
    const { address = '' } = addressTermsOf(worker.record.exchange(ample.bundle), ample.asset) ?? {};
    if (!(await webhooks.awaited(address, ends))) await api.send(read.balances());
    assertions.assert('depositAnnounced', ample);
  },
);

/** interface.md § Static address bundle, values.minLimit. */
test(
  'SAB-10 a payment below the minimum of a static address fails',
  must,
  async ({ assertions, deadlines, deposits, webhooks }) => {
    webhooks.expects('staticAddressPayment');
    const { small } = await deposits('too little');
    assertions.assert('depositFails', await small((address) => webhooks.awaited(address, ends, deadlines.finalMs)));
  },
);

/** A norm for any service that gives each end user their own addresses. */
test('SAB-11 two referenceIds never share an address', traceCheck.must.norm, ({ record }) => {
  together(record.bundles, () => sharesNoAddress(record.bundles.items));
});

/** A client that requests an end user's bundle from several places needs this. */
test(
  'SAB-12 first calls at once with one referenceId make one bundle',
  must.norm,
  async ({ api, assertions, projects, worker }) => {
    const [widget] = await projects.all();
    const { assets } = ownBundles({ api, worker }, widget);
    const plan = create.bundle(widget.id, bundleBody(worker.freshKey(), assets.slice(0, 1)));
    const uses = await api.together([plan, plan, plan]);
    const later = await api.send(plan);
    assertions.assert('oneBundle', { uses: uses.map(({ id }) => id), later: later.id });
  },
);

/** interface.md § Static address bundle, values. */
test('SAB-14 credited is what came in less the fees', must, async ({ assertions, deposits }) => {
  const { several } = await deposits('credited');
  assertions.assert('creditsNet', await several(creditsNet));
});

/** interface.md § Crypto acquiring, bundle rule 5. */
test('SAB-15 what comes in at a static address is not converted', should, async ({ assertions, deposits }) => {
  const { several } = await deposits('unconverted');
  assertions.assert('staysUnconverted', await several(staysUnconverted));
});

test('SAB-13 bundles have the listed fields, each of its type', traceCheck.must, ({ record }) => {
  every(record.bundles, hasShape(record.contract, 'Bundle'));
});
