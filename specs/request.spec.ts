import { amountNearTie, tieSides } from '../generators/amounts/conversionTies.ts';
import { amountInTurn, amountsOfSizes, amountWithin, jsonNumber, precisely } from '../generators/amounts/prices.ts';
import {
  bareRequest,
  documentedAssets,
  outsidePrice,
  requestBody,
  unknownAsset,
} from '../generators/payloads/acquiringRequest.ts';
import { checkoutBody, expiry, fixedCheckout } from '../generators/payloads/checkout.ts';
import type { AssertionLog } from '../judge/assertionLog.ts';
import { convertsPayment } from '../oracles/acquiring/lifecycle/conversions.ts';
import { keepsLimits } from '../oracles/acquiring/lifecycle/immutableFields.ts';
import { amountFigures } from '../oracles/acquiring/requests/amountArithmetic.ts';
import { hasListedLimits } from '../oracles/acquiring/requests/listedTerms.ts';
import { addsFee } from '../oracles/acquiring/requests/payerFee.ts';
import {
  endsAfterItsStart,
  hasAddressOfItsChain,
  isNotUpdated,
  isOfKnownChain,
  showsItsEnd,
} from '../oracles/acquiring/requests/requestFields.ts';
import { hasItsPrice, hasNoPrice, isSentPriced, isSentUnpriced } from '../oracles/acquiring/requests/requestPrice.ts';
import { recordsAsAsked } from '../oracles/answers/askedIds.ts';
import { numberIn } from '../oracles/answers/exchangeLists.ts';
import { hasShape } from '../oracles/core/contractShape.ts';
import { amountsAtLimits } from '../runner/actions/acquiring/amountsAtLimits.ts';
import type { CheckoutLifetime } from '../runner/actions/acquiring/checkoutLifetime.ts';
import { chooseForFees, feeSizes } from '../runner/actions/acquiring/feeChoices.ts';
import type { PaidRequests } from '../runner/actions/acquiring/paidRequests.ts';
import { payableToConvert } from '../runner/actions/acquiring/payableAsset.ts';
import { projectPrices } from '../runner/actions/acquiring/projectPrices.ts';
import type { Widget } from '../runner/actions/acquiring/projects.ts';
import { type CurrencyPlaces, placesByCurrency } from '../runner/actions/inputs/methods.ts';
import { drawnItem, drawnNumber } from '../runner/actions/inputs/turns.ts';
import {
  create,
  every,
  having,
  must,
  observe,
  should,
  test,
  together,
  traceCheck,
  without,
} from '../runner/requirement/test.ts';
import { targetNow } from '../runner/worker/targetNow.ts';
import type { Worker } from '../runner/worker/worker.ts';
import { blockchainOf, currencyOf } from '../schemas/domain/assets.ts';
import { read } from '../traffic/transport/requestPlan.ts';

/** interface.md § Crypto acquiring request; § States and transitions. */
test(
  'REQ-01 a new request is WAITING_PAYMENT at an address, nothing paid',
  must,
  async ({ api, assertions, projects, worker }) => {
    const [widget] = await projects.all();
    const { own, other = own } = projectPrices(widget, assertions);
    const unpriced = await api.control(create.request(widget.id, bareRequest(widget.assets[0] ?? own.asset)));
    assertions.assert('accepted', { exchange: unpriced.id, what: 'a request without an amount' });
    const amount = jsonNumber(amountInTurn(other, drawnNumber(worker, 'price of REQ-01')));
    const priced = await api.control(create.request(widget.id, requestBody(other, amount)));
    assertions.assert('accepted', { exchange: priced.id, what: 'a request of an amount' });
    assertions.assert('requestsStart', {});
    assertions.assert('requestsAgree', {});
    assertions.assert('takesEach', { operation: 'POST /v1/user/crypto-acquiring/{projectId}/requests' });
  },
);

/** interface.md § Crypto acquiring request: FIXED_PRICE and NO_PRICE; § Crypto acquiring, create request body. */
test('REQ-02 amount and amountIn fix the price, without them limits are carried', traceCheck.must, ({ record }) => {
  const { createdRequests } = record;
  const priced = { items: createdRequests.items.filter(isSentPriced), wanted: 'a request created with an amount' };
  const unpriced = { items: createdRequests.items.filter(isSentUnpriced), wanted: 'a request created without one' };
  every({ ...createdRequests, ...priced }, hasItsPrice);
  every({ ...createdRequests, ...unpriced }, hasNoPrice);
  if (record.limitedRequests.items.length > 0) every(record.limitedRequests, keepsLimits);
  if (record.listedRequests.items.length > 0) every(record.listedRequests, hasListedLimits);
});

/** Returns a request of a drawn price of an asset, of a drawn size, with every decimal; and one with few, for a target that refuses so many. */
function pricedIn(
  asset: string,
  { widget, places, worker, log }: { widget: Widget; places: CurrencyPlaces; worker: Worker; log: AssertionLog },
) {
  const { all, own } = projectPrices(widget, log);
  const [first = own, ...others] = all.filter((price) => price.asset === asset);
  const price = drawnItem(worker, `a price in ${asset}`, [first, ...others]);
  const [size, ...sizes] = amountsOfSizes(price, drawnNumber(worker, `an amount in ${asset}`)).map(
    ({ amount }) => amount,
  );
  const plain = drawnItem(worker, `a size in ${asset}`, [size ?? amountWithin(price), ...sizes]);
  const precise = precisely(plain, places.get(price.currency) ?? 0, price);
  const asking = (amount: typeof plain) => create.request(widget.id, requestBody(price, jsonNumber(amount)));
  return [asking(precise), precise.eq(plain) ? undefined : asking(plain)] as const;
}

test(
  'REQ-03 currency and blockchain are those of the asset asked for',
  must,
  async ({ api, combinations, assertions, paidRequests, projects, worker }) => {
    const [widget, ...others] = await projects.all();
    const { each } = projectPrices(widget, assertions);
    const places = await placesByCurrency(api);
    const ofAsset =
      ({ asset }: (typeof each)[number], project = widget) =>
      async () => {
        const [precise, plain] = pricedIn(asset, { widget: project, places, worker, log: assertions });
        const first = await api.send(precise);
        const made = first.class === 'refused' && plain ? await api.send(plain) : first;
        assertions.assert('isOfAsset', { exchange: made.id, asset });
      };
    const paid = async () => void (await paidRequests.scenario('checkout', 'paid in another currency'));
    const tries = [
      ...each.map((price) => ({ name: price.asset, run: ofAsset(price) })),
      ...others.flatMap((other, index) => {
        const prices = projectPrices(other, assertions).each;
        const name = `an asset of project ${index + 2}`;
        const own = prices.filter(({ asset }) => !widget.assets.includes(asset));
        const some = own.length > 0 ? own : prices;
        const price = some[drawnNumber(worker, name) % Math.max(1, some.length)];
        return price ? [{ name, run: ofAsset(price, other) }] : [];
      }),
      ...(paidRequests.canPay('checkout') ? [{ name: 'paid in another currency', run: paid }] : []),
    ];
    for (const { run } of combinations.each(tries, ({ name }) => name)) await run();
    assertions.assert('requestsAreOfAssets', {});
    if (paidRequests.canPay('checkout'))
      assertions.assert('rests', { kind: 'request', fields: ['currency', 'blockchain', 'address', 'orderId'] });
  },
);

/** Returns a checkout of a project, and the asset in which its end user chooses to pay. */
async function toBeChosen(
  widget: Widget,
  { lasting, claims: assertions, worker }: { lasting: CheckoutLifetime; claims: AssertionLog; worker: Worker },
): Promise<Parameters<PaidRequests['chosen']>> {
  const { own, other = own, otherOfAll, ownOfAll } = projectPrices(widget, assertions);
  const price = otherOfAll ?? ownOfAll;
  const amount = amountInTurn(price, drawnNumber(worker, `price to choose for in ${widget.id}`));
  const { plan } = await lasting((minutes) =>
    create.checkout(widget.id, fixedCheckout(price, expiry(targetNow(widget.options), minutes), amount)),
  );
  return [plan, { project: widget.id, asset: other.asset }];
}

const limits = ['minLimit', 'maxLimit'] as const;

/**
 * interface.md § Crypto acquiring request. The text does not show how figures are rounded. The test chooses amounts that reveal the rounding, and one rounding
 * mode must explain all of them.
 */
test(
  'REQ-04 converted, pay and processing amounts follow from rate and fees',
  should,
  async ({ api, combinations, assertions, checkoutLifetime, paidRequests, projects, worker }) => {
    const [widget, ...others] = await projects.all();
    const { other, all } = projectPrices(widget, assertions);
    const edges = amountsAtLimits([widget, ...others], worker);
    for (const { project, price, amount } of combinations.each(edges, ({ name }) => name)) {
      const within = await api.send(create.request(project, requestBody(price, jsonNumber(amount))));
      // A limit may move with a market. The refusal then counts for nothing, if the options are seen to have changed.
      if (within.class === 'refused') await api.send(read.depositOptions(project));
      const what = `a request of ${amount.toFixed()} ${price.currency} in ${price.asset}, which is within the limits,`;
      assertions.assert('accepted', { exchange: within.id, what });
    }
    if (other) {
      const first = await api.control(create.request(widget.id, requestBody(other)));
      const scale = numberIn(first.json, 'requestAmountConverted')?.decimalPlaces() ?? 0;
      const converted = drawnItem(worker, 'an asset of ties', [other, ...all.filter(({ isOwn }) => !isOwn)]);
      const nth = drawnNumber(worker, 'sizes of ties');
      for (const side of tieSides) {
        const amount = amountNearTie({ side, scale, nth }, converted);
        await api.send(create.request(widget.id, requestBody(converted, amount)));
      }
    }
    if (paidRequests.canPay('checkout')) {
      const charging = [widget, ...others].find(({ settings }) => settings.feePaidBy === 'payer');
      if (charging)
        await paidRequests.chosen(
          ...(await toBeChosen(charging, { lasting: checkoutLifetime, claims: assertions, worker })),
        );
      await paidRequests.scenario('checkout', 'underpaid');
      assertions.assert('payAmountRests', {});
    }
    assertions.assert('ratesAsListed', {});
    for (const figure of amountFigures) assertions.assert('figureHolds', { figure });
    for (const figure of ['converted', 'merchantFee'] as const) assertions.assert('figureRounds', { figure });
  },
);

const unchosen = {
  code: 'missing',
  wanted: 'a FIXED_PRICE checkout whose end user pays the fee, and has chosen what to pay in',
  hint: 'the target file declares no control action to choose, or no path to read a checkout',
  exchanges: [],
} as const;

/**
 * Returns the first project with each value of the setting that says who pays the fee. An account may have any number of projects, and each project costs a
 * POST.
 */
function ofEachPayer(widgets: readonly Widget[]): Widget[] {
  const payers = widgets.map(({ settings }) => settings.feePaidBy);
  return widgets.filter(({ settings }, index) => payers.indexOf(settings.feePaidBy) === index);
}

/** Returns the checkouts of a project that are no FIXED_PRICE ones, with what their end user chooses. */
function otherTypes({ id: project, assets, settings }: Widget): Parameters<PaidRequests['chosen']>[] {
  const [asset = ''] = assets;
  const [amount] = settings.suggested?.amounts ?? [];
  return [
    [create.checkout(project, checkoutBody('NO_PRICE')), { project, asset }],
    ...(amount === undefined
      ? []
      : [
          [create.checkout(project, checkoutBody('SUGGESTED_FIXED_PRICE')), { project, asset, amount }] as Parameters<
            PaidRequests['chosen']
          >,
        ]),
  ];
}

/** interface.md § Project (widget) settings: the rule that the end user pays the fee applies to FIXED_PRICE checkouts. */
test(
  'REQ-05 payer fees only where the end user pays, merchant fees otherwise',
  should,
  async ({ api, assertions, checkoutLifetime, combinations, control, paidRequests, projects, readBacks, worker }) => {
    const all = await projects.all();
    for (const size of combinations.each(feeSizes, (one) => one)) {
      await chooseForFees({ worker, control, readBacks }, all, size);
      assertions.assert('feesByPayer', {});
    }
    combinations.enter(undefined);
    const widgets = ofEachPayer(all);
    for (const widget of widgets) {
      const { own, other = own } = projectPrices(widget, assertions);
      const amount = jsonNumber(amountInTurn(other, drawnNumber(worker, `fees of ${widget.id}`)));
      await api.control(create.request(widget.id, requestBody(other, amount)));
    }
    assertions.assert('feesByPayer', {});
    assertions.assert('feesAsListed', {});
    for (const widget of widgets) {
      if (widget.settings.feePaidBy !== 'payer') continue;
      if (!paidRequests.canPay('checkout')) assertions.stop(unchosen);
      await paidRequests.chosen(
        ...(await toBeChosen(widget, { lasting: checkoutLifetime, claims: assertions, worker })),
      );
      for (const choice of otherTypes(widget)) await paidRequests.chosen(...choice);
      assertions.assert('feesByPayer', {});
    }
  },
);

/** interface.md § Project (widget) settings: the fee is added on top of the amount due, and a hidden fee is charged all the same. */
test('REQ-11 a fee that the end user pays comes on top', traceCheck.must, ({ record }) => {
  every(record.payerRequests, addsFee);
});

/** The kinds of records whose end user chooses what to pay. */
const freeKinds = ['request', 'checkout'] as const;

/** interface.md § Project (widget) settings, auto-conversion. Its fixed prices are converted too; beside what else moves only a large payment shows, and in the final reads any. */
test(
  'REQ-12 a payment is credited in the currency that its project chose',
  must,
  async ({ api, assertions, balances, control, deadlines, paidRequests, projects, worker }) => {
    const widgets = await projects.all();
    if (control.declared) assertions.assert('creditsEach', {});
    const reason = 'the target file names no project that converts what is paid';
    if (payableToConvert(widgets).length === 0) assertions.stop({ code: 'notApplicable', reason, exchanges: [] });
    const kind = drawnItem(worker, 'a record to convert', freeKinds);
    const before = (await balances.look('')).id;
    const paid = await paidRequests.scenario(kind, 'paid freely');
    const conversions = Object.fromEntries(widgets.map(({ id, settings }) => [id, settings.autoConversion ?? {}]));
    const args = async () => ({ ...paid, conversions, before, after: (await balances.look('')).id });
    let seen = await args();
    const again = async () => {
      seen = await args();
    };
    await api.until(again, () => convertsPayment(worker.record, seen).state !== 'undecided', deadlines.finalMs);
    assertions.assert('convertsPayment', seen);
  },
);

test('REQ-06 a request ends after its start and was not updated yet', traceCheck.must, ({ record }) => {
  const { createdRequests } = record;
  const ending = { items: createdRequests.items.filter(showsItsEnd), wanted: 'a request that shows when it ends' };
  every({ ...createdRequests, ...ending }, endsAfterItsStart);
  every(createdRequests, isNotUpdated);
});

test('REQ-07 the address of a request is well-formed for its blockchain', traceCheck.must, ({ record }) => {
  const { items } = record.requests;
  const wanted = 'a request on a blockchain whose addresses are known';
  every({ ...record.requests, items: items.filter(isOfKnownChain), wanted }, hasAddressOfItsChain);
});

/** Returns a documented asset, which the seed draws, of those that a project does not have; undefined if it has all. */
function notEnabled({ id, assets, settings }: Widget, worker: Worker): string | undefined {
  const enabled = new Set([...assets, ...(settings.enabledAssets ?? [])]);
  const [first, ...others] = documentedAssets.filter((one) => !enabled.has(one));
  return first && drawnItem(worker, `an asset that ${id} has not enabled`, [first, ...others]);
}

/** Returns a name near that of an enabled asset, which is not enabled itself: its currency alone, its parts the other way round, or a digit more. */
function nearEnabled({ assets, settings }: Widget, worker: Worker): string | undefined {
  const [first, ...others] = assets;
  if (first === undefined) return undefined;
  const asset = drawnItem(worker, 'an asset to come near to', [first, ...others]);
  const [chain, currency] = [blockchainOf(asset), currencyOf(asset)];
  const near = drawnItem(worker, 'a name near an asset', [currency, currency, `${currency}_${chain}`, `${asset}9`]);
  // A target may name its assets by their currencies.
  return [...assets, ...(settings.enabledAssets ?? [])].includes(near) ? undefined : near;
}

/** interface.md § Limits, crypto limits; § Deposit options. */
test(
  'REQ-08a an asset not enabled and amounts outside limits are refused',
  must.norm,
  async ({ api, combinations, assertions, projects, refuses, worker }) => {
    const [widget, ...others] = await projects.all();
    const { own, other, all } = projectPrices(widget, assertions);
    const elsewhere = others[drawnNumber(worker, 'another project') % Math.max(1, others.length)];
    const assets = [
      { why: 'an unknown asset', of: widget, asset: unknownAsset },
      { why: 'an asset near an enabled one', of: widget, asset: nearEnabled(widget, worker) },
      { why: 'an asset not enabled', of: widget, asset: notEnabled(widget, worker) },
      ...(elsewhere
        ? [{ why: 'an asset not enabled, of another project', of: elsewhere, asset: notEnabled(elsewhere, worker) }]
        : []),
    ];
    const ofAssets = assets.map(({ why, of, asset }) => ({
      why,
      lacking: 'each asset of this kind is enabled',
      sound: create.request(of.id, bareRequest(of.assets[0] ?? own.asset)),
      change: asset === undefined ? undefined : having('cryptoCurrency', asset, `${why}, ${asset}`),
    }));
    const ofPrice = (price: typeof own | undefined, where: string) =>
      limits.map((limit) => {
        const amount = price && outsidePrice(price)[limit];
        const why = `an amount ${limit === 'minLimit' ? 'below' : 'above'} ${limit}, in ${where}`;
        return {
          why,
          lacking: `the deposit options list no ${limit} in ${where}`,
          sound: create.request(widget.id, requestBody(price ?? own)),
          change: amount && having('amount', amount, why),
        };
      });
    const drawn = all[drawnNumber(worker, 'limits of an asset') % Math.max(1, all.length)];
    const tries = [
      ...ofAssets,
      ...ofPrice(own, 'its own currency'),
      ...ofPrice(other, 'another currency'),
      ...ofPrice(drawn, 'a drawn currency of a drawn asset'),
    ];
    for (const { sound: plan, change, lacking } of combinations.each(tries, ({ why }) => why)) {
      if (change) await refuses(api, plan, change);
      else assertions.lack({ code: 'notApplicable', reason: lacking, exchanges: [widget.options.id] });
    }
  },
);

test(
  'REQ-08b how an amount without its currency, or the reverse, is answered',
  observe,
  async ({ api, combinations, assertions, projects }) => {
    const widget = await projects.drawn(assertions.id);
    const { own, other = own } = projectPrices(widget, assertions);
    for (const name of combinations.each(['amount', 'amountIn'], (one) => one)) {
      const answer = await api.send(without(name).change(create.request(widget.id, requestBody(other))).plan);
      assertions.assert('halfPriceIs', { exchange: answer.id, key: `without ${name}` });
    }
  },
);

test('REQ-10 listed fields of a request have their types', traceCheck.must, ({ record }) => {
  every(record.requests, hasShape(record.contract, 'Request'));
  together(record.requests, () => recordsAsAsked(record.whole, 'request'));
});
