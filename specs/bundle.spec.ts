import { bareBundle, bundleBody } from '../generators/payloads/bundle.ts';
import { equivalentIds, idsInUrls, numericIds, paddedId } from '../generators/texts/ids.ts';
import { metasAgree } from '../oracles/acquiring/bundles/assetMetas.ts';
import { addressesOf } from '../oracles/acquiring/bundles/bundleAddresses.ts';
import {
  contentAgrees,
  foreignAddressFault,
  hasAddresses,
  hasEvmAssets,
  leavesNoValueOut,
  namesEveryAsset,
  sharesEvmAddress,
  sharesNoAddress,
} from '../oracles/acquiring/bundles/bundleContent.ts';
import { hasFormat, hasShape } from '../oracles/core/contractShape.ts';
import { creditsNet, staysUnconverted } from '../oracles/webhooks/deposits/credits.ts';
import { addressTermsOf } from '../oracles/webhooks/deposits/deposits.ts';
import { announcementOf } from '../oracles/webhooks/received/announcement.ts';
import { depositSizes } from '../runner/actions/acquiring/deposits.ts';
import { ownBundles, shortOr } from '../runner/actions/acquiring/ownBundles.ts';
import type { Widget } from '../runner/actions/acquiring/projects.ts';
import { drawnItem, drawnNumber, inTurn } from '../runner/actions/inputs/turns.ts';
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
import { chainFamily } from '../schemas/domain/addresses.ts';
import { blockchainOf } from '../schemas/domain/assets.ts';
import type { Delivery } from '../traffic/journal/delivery.ts';
import { textField } from '../traffic/journal/runRecord.ts';

/** Two references may agree in so many characters: the usual widths of columns and prefixes. */
const sharedLengths = [32, 64, 128, 255];

/** A pair of references that a careless target takes for one. */
interface Similar {
  name: string;
  pair(): readonly [one: string, other: string];
}

const differing = (pairsOf: typeof equivalentIds, key: () => string): Similar[] =>
  Object.keys(pairsOf(''))
    // A target may leave out spaces around a reference.
    .filter((name) => !name.startsWith('a space'))
    .map((name) => ({ name: `references that differ by ${name}`, pair: () => pairsOf(key())[name] ?? ['', ''] }));

/** Returns such pairs by what the two have in common: as texts, and in a URL. */
const similarReferences = (key: () => string): readonly Similar[][] => [
  [
    ...sharedLengths.map((length) => {
      const pair = () => {
        const shared = paddedId(key(), length).slice(-length);
        return [`${shared}a`, `${shared}b`] as const;
      };
      return { name: `references that agree in ${length} characters`, pair };
    }),
    ...differing(equivalentIds, key),
    ...differing(numericIds, key),
  ],
  differing(idsInUrls, key),
];

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
    const next = inTurn(worker, 'an asset of similar references', [
      bundles.assets[0] ?? '',
      ...bundles.assets.slice(1),
    ]);
    for (const similar of similarReferences(worker.freshKey))
      for (const { pair } of combinations.each(similar, ({ name }) => name)) {
        const asset = next();
        const some = [asset, ...bundles.assets.filter((one) => one !== asset)].slice(0, 3);
        const [one, other] = pair();
        await api.send(create.bundle(widget.id, bundleBody(one, some)));
        const { id, class: kind } = await api.send(create.bundle(widget.id, bundleBody(other, some)));
        // The interface does not show which references are accepted. SAB-11 judges whether the two share an address.
        if (kind === 'accepted') assertions.assert('sameBundle', { first: id, again: id });
      }
    assertions.assert('bundlesKept', {});
  },
);

/** interface.md § Crypto acquiring, bundle rule 1: a call adds addresses for missing assets. */
test(
  'SAB-02 a later call with more assets adds them and keeps the others',
  must,
  async ({ api, combinations, assertions, projects, worker }) => {
    const [widget] = await projects.all();
    const [first = '', second, third = second, fourth] = ownBundles({ api, worker }, widget).assets;
    const hint = `the project ${widget.id} lists no more`;
    const lacking = { code: 'missing', wanted: 'two assets', hint, exchanges: [widget.options.id] } as const;
    if (second === undefined || third === undefined) return assertions.stop(lacking);
    const ways = {
      // The order of the assets means nothing.
      'beside those that it has':
        drawnNumber(worker, 'an order of assets') % 2 === 0 ? [first, second] : [second, first],
      'by themselves': [third],
      ...(fourth !== undefined && { 'once more, by themselves': [fourth] }),
    };
    // A bundle of its own: one that other tests have asked for all assets lacks none.
    const reference = worker.freshKey();
    const call = (assets: readonly string[]) => create.bundle(widget.id, bundleBody(reference, assets));
    const before = await api.control(call([first]));
    for (const [, assets] of combinations.each(Object.entries(ways), ([name]) => name)) {
      const after = await api.send(call(assets));
      assertions.assert('addsAssets', { before: before.id, after: after.id });
    }
  },
);

/** interface.md § Crypto acquiring, bundle rule 2. */
test(
  'SAB-03 allEnabledAssets gives an address for every enabled asset',
  must,
  async ({ api, combinations, assertions, projects, worker }) => {
    const [first, ...others] = await projects.all();
    const covers = async (widget: Widget, reference: 'fresh' | 'own') => {
      const bundles = ownBundles({ api, worker }, widget);
      // An own bundle has some of the assets before the call.
      if (reference === 'own') await bundles.first();
      const calls = (await bundles.all(reference)).map(({ id }) => id);
      assertions.assert('coversAssets', { calls, project: widget.id, options: widget.options.id });
    };
    await covers(first, 'own');
    const further: Record<string, () => Promise<void>> = {
      fresh: () => covers(first, 'fresh'),
      ...Object.fromEntries(
        others.map((widget, index) => [`of another project, ${index + 1}`, () => covers(widget, 'own')]),
      ),
    };
    for (const [, run] of combinations.each(Object.entries(further), ([name]) => name)) await run();
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
  together(record.assetMetas, () => metasAgree(record.assetMetas.items));
  learn(
    record.assetMetas,
    ({ asset }) => `tokenStandard of ${asset}`,
    ({ value }) => textField(value, 'tokenStandard') ?? 'none',
  );
});

/**
 * What happens to a bundle whose addresses are disabled: its assets, the addresses disabled before each call, and whether the second call
 * is for all enabled assets. The first call asks for one of the assets only, or for one more that could share an address. Its reference is nearly that of the
 * bundle that several requirements use.
 */
const disablings = [
  { name: 'of two assets, twice', end: '_bundle', assets: 2, disabled: 1, all: false },
  { name: 'of all assets, several addresses', end: '-bundl_', assets: 8, disabled: 3, all: false },
  { name: 'of all assets, one after another', end: '-bundl.', assets: 8, disabled: 1, all: false },
  { name: 'of all assets, then all enabled assets', end: '.bundle', assets: 8, disabled: 2, all: true },
];

/** True if the first two assets share their addresses, so that a call for one of them meets what happened to the other. */
const sharesAddresses = (assets: readonly string[]) =>
  assets.length > 1 && assets.slice(0, 2).every((one) => chainFamily(blockchainOf(one)) === 'evm');

/** interface.md § Crypto acquiring, bundle rule 4. */
test(
  'SAB-07 a disabled address is replaced on the next call',
  must,
  async ({ api, combinations, assertions, control, projects, worker }) => {
    if (!control.declared) return assertions.stop(noControlApi);
    const widgets = await projects.all();
    for (const disabling of combinations.each(disablings, ({ name }) => name)) {
      const { name, end, disabled, all, ...most } = disabling;
      const [first, ...others] = widgets.filter((one) => sharesAddresses(ownBundles({ api, worker }, one).assets));
      const widget = drawnItem(worker, name, first ? [first, ...others] : widgets);
      const listed = ownBundles({ api, worker }, widget).assets;
      const assets = listed.slice(0, most.assets);
      const reference = shortOr(worker.appearance.named(end), worker, ['replaced', disablings.indexOf(disabling)]);
      const plan = create.bundle(widget.id, bundleBody(reference, assets));
      const kin = listed.slice(1).filter((one) => sharesAddresses([listed[0] ?? '', one]));
      const asked = drawnItem(worker, `${name}, asked for first`, [listed[0] ?? '', ...kin]);
      const forAll = create.bundle(widget.id, bareBundle(reference, { assets, allEnabledAssets: true }));
      const before = await api.send(plan);
      let last = before;
      const struck: { address: string; before: string }[] = [];
      for (let call = 0; call < 2; call += 1) {
        const addresses = addressesOf(last).slice(0, disabled);
        const wanted = 'a static address to disable';
        if (addresses.length === 0) return assertions.stop({ code: 'noEvidence', wanted, exchanges: [last.id] });
        for (const address of addresses) await control.disable(address);
        struck.push(...addresses.map((address) => ({ address, before: last.id })));
        const partly =
          call === 0 ? await api.send(create.bundle(widget.id, bundleBody(reference, [asked]))) : undefined;
        const whole = all && !partly ? await api.send(forAll) : undefined;
        // SAB-03 judges whether a call for all assets is accepted.
        const after = partly ?? (whole?.class === 'accepted' ? whole : await api.send(plan));
        const ofAsked = addressTermsOf(before, asked)?.address;
        for (const one of partly ? struck.filter(({ address }) => address === ofAsked) : struck)
          assertions.assert('replacesDisabled', { ...one, after: after.id });
        assertions.assert('sameBundle', { first: last.id, again: after.id });
        last = after;
      }
    }
  },
);

/** interface.md § Static address bundle, static address. */
test('SAB-08 a static address has its fields and fits its blockchain', traceCheck.must, ({ record }) => {
  const { contract } = record;
  every(record.staticAddresses, hasShape(contract, 'StaticAddress'));
  every(record.staticAddresses, hasFormat('StaticAddress', 'id', contract));
  every(record.staticAddresses, foreignAddressFault);
  every(record.bundles, leavesNoValueOut);
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
    // Every other deposit of the run, those that fail among them.
    assertions.assert('depositsAnnounced', {});
  },
);

/** interface.md § Static address bundle, values.minLimit. */
test(
  'SAB-10 a payment below the minimum of a static address fails',
  must,
  async ({ combinations, assertions, deadlines, deposits, webhooks }) => {
    webhooks.expects('staticAddressPayment');
    const { small, assets } = await deposits('too little');
    const awaited = (address: string) => webhooks.awaited(address, ends, deadlines.finalMs);
    for (const size of combinations.each(depositSizes, (one) => `a ${one} part of the minimum`))
      for (const asset of assets) assertions.assert('depositFails', await small(awaited, { asset, size }));
    assertions.assert('depositsAnnounced', {});
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
    const widget = await projects.drawn(assertions.id);
    const { assets } = ownBundles({ api, worker }, widget);
    const plan = create.bundle(widget.id, bundleBody(worker.freshKey(), assets.slice(0, 1)));
    const uses = await api.together([plan, plan]);
    const later = await api.send(plan);
    assertions.assert('oneBundle', { uses: uses.map(({ id }) => id), later: later.id });
  },
);

/** interface.md § Static address bundle, values. */
test('SAB-14 credited is what came in less the fees', must, async ({ combinations, assertions, deposits }) => {
  const { several, assets } = await deposits('credited');
  for (const size of combinations.each(depositSizes, (one) => `${one} amounts`))
    for (const asset of assets) assertions.assert('creditsNet', await several(creditsNet, { asset, size }));
  assertions.assert('depositsCredited', {});
  assertions.assert('enoughNeverFails', {});
  assertions.assert('tooLittleNeverSucceeds', {});
});

/** interface.md § Crypto acquiring, bundle rule 5. */
test('SAB-15 what comes in at a static address is not converted', should, async ({ assertions, deposits }) => {
  const { several } = await deposits('unconverted');
  assertions.assert('staysUnconverted', await several(staysUnconverted));
});

test('SAB-13 bundles have the listed fields, each of its type', traceCheck.must, ({ record }) => {
  every(record.bundles, hasShape(record.contract, 'Bundle'));
});
