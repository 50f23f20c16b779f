import { integer } from 'fast-check';
import { amountInTurn, amountsOfSizes, amountWithin, precisely } from '../generators/amounts/prices.ts';
import { documentedAssets, requestBody } from '../generators/payloads/acquiringRequest.ts';
import {
  checkoutBody,
  expiry,
  expiryFractions,
  type Fraction,
  farExpiries,
  fixedCheckout,
  idWithPunctuation,
  longestId,
  numberedId,
  textsInTurn,
  unknownOptions,
} from '../generators/payloads/checkout.ts';
import { unknownId } from '../generators/texts/ids.ts';
import { nearIds } from '../generators/texts/nearMisses.ts';
import { randomOf } from '../generators/values/draw/chance.ts';
import type { AssertionLog } from '../judge/assertionLog.ts';
import { assetsAgree } from '../oracles/acquiring/checkouts/assetNames.ts';
import { isOfItsProject } from '../oracles/acquiring/checkouts/everyCheckout.ts';
import { startsNew } from '../oracles/acquiring/checkouts/newCheckout.ts';
import { isComparable, offersListedAssets, shareOffered } from '../oracles/acquiring/checkouts/offeredAssets.ts';
import { undocumentedFieldsOf } from '../oracles/acquiring/checkouts/undocumentedFields.ts';
import { recordsAsAsked } from '../oracles/answers/askedIds.ts';
import { priceForAll, pricesIn } from '../oracles/answers/depositPrices.ts';
import { hasShape } from '../oracles/core/contractShape.ts';
import { projectPrices } from '../runner/actions/acquiring/projectPrices.ts';
import type { Widget } from '../runner/actions/acquiring/projects.ts';
import { freeCheckout, preselection } from '../runner/actions/inputs/drawnBodies.ts';
import { type CurrencyPlaces, placesByCurrency } from '../runner/actions/inputs/methods.ts';
import { drawnItem, drawnNumber } from '../runner/actions/inputs/turns.ts';
import {
  addressed,
  create,
  every,
  learn,
  must,
  observe,
  read,
  should,
  test,
  together,
  traceCheck,
  without,
} from '../runner/requirement/test.ts';
import { targetNow } from '../runner/worker/targetNow.ts';
import type { Worker } from '../runner/worker/worker.ts';
import { currencyOf, type Price } from '../schemas/domain/assets.ts';
import type { Decimal } from '../schemas/json/exact.ts';
import { grouped, textField } from '../traffic/journal/runRecord.ts';
import { type Plan, plan, withBody } from '../traffic/transport/requestPlan.ts';

/** Returns the expiry of a project's checkout that is created now and lives for `minutes`. */
const expiryOf = ({ options }: Widget, minutes: number, fraction?: Fraction) =>
  expiry(targetNow(options), minutes, fraction);

/**
 * Returns a function that makes a valid FIXED_PRICE checkout of a project with a given lifetime. If possible, the price is in a currency other than the
 * currencies of the project's assets.
 */
function fixedOf(widget: Widget, worker: Worker, assertions: AssertionLog) {
  const { otherOfAll, ownOfAll } = projectPrices(widget, assertions);
  const price = otherOfAll ?? ownOfAll;
  const name = `price of ${assertions.id}`;
  const amount = amountInTurn(price, drawnNumber(worker, name));
  const preselected = preselection({ worker, name }, widget.assets);
  return (minutes: number) =>
    create.checkout(widget.id, { ...fixedCheckout(price, expiryOf(widget, minutes), amount), ...preselected });
}

/** Returns the body of a NO_PRICE checkout of a project, which requirements share. */
const unpricedOf = ({ assets }: Widget, worker: Worker) =>
  freeCheckout({ worker, name: 'a checkout without a price' }, assets);

/** interface.md § Checkout; § States and transitions. */
test('CHK-01 a new checkout is NEW, of its project, with the listed fields', traceCheck.must, ({ record }) => {
  every(record.createdCheckouts, startsNew);
  every(record.checkouts, hasShape(record.contract, 'Checkout'));
  every(record.checkouts, isOfItsProject(record.whole));
  together(record.checkouts, () => recordsAsAsked(record.whole, 'checkout'));
});

/** A price of a project, with two amounts: with every decimal of its currency, and with few. */
interface PriceOfProject {
  project: string;
  price: Price;
  amounts: readonly [Decimal, Decimal];
}

/**
 * Returns prices in every currency of the projects, each of another size and with every decimal of its currency: the currencies and the sizes take turns, the
 * projects and the amounts are drawn.
 */
function pricesOfProjects(widgets: readonly Widget[], { places, worker }: { places: CurrencyPlaces; worker: Worker }) {
  const offers = widgets.map(({ id, options }) => ({ id, prices: pricesIn(options.json) }));
  const ofCurrencies = [...grouped(offers[0]?.prices ?? [], ({ currency }) => currency).keys()];
  return ofCurrencies.flatMap((currency, place) => {
    const offering = offers.flatMap(({ id, prices }) => {
      const price = prices.find((one) => one.currency === currency);
      return price ? [{ id, within: priceForAll(prices, price) }] : [];
    });
    return [0, 1].flatMap((round) => {
      const drawn = drawnNumber(worker, `a price in ${currency}, ${round}`);
      const { id: project = '', within } = offering[(drawn + round) % Math.max(1, offering.length)] ?? {};
      const some = within ? amountsOfSizes(within, drawn) : [];
      const chosen = some[(place + 2 * round) % Math.max(1, some.length)];
      if (!within || !chosen) return [];
      const precise = precisely(chosen.amount, places.get(currency) ?? 0, within);
      const name = `a ${chosen.size} price in ${currency}`;
      return [{ name, project, price: within, amounts: [precise, chosen.amount] as const }];
    });
  });
}

/** interface.md § Checkout, checkout types: the merchant sets the amount, fiat or crypto. */
test(
  'CHK-02a FIXED_PRICE in fiat and in crypto carries fixedAmount back',
  must,
  async ({ api, combinations, assertions, checkoutLifetime, paidRequests, projects, worker }) => {
    const [widget] = await projects.all();
    const { otherOfAll, ownOfAll } = projectPrices(widget, assertions);
    const { minutes, plan } = await checkoutLifetime(fixedOf(widget, worker, assertions));
    const fiat = await api.control(plan);
    const named = otherOfAll?.currency ?? ownOfAll.currency;
    assertions.assert('carriesPrice', { exchange: fiat.id, what: `a FIXED_PRICE checkout in ${named}` });
    const places = await placesByCurrency(api);
    const carries = async ({ project, price, amounts }: PriceOfProject, key?: string) => {
      const [precise, plain] = amounts.map((amount) =>
        create.checkout(project, fixedCheckout(price, expiryOf(widget, minutes), amount)),
      ) as [Plan, Plan];
      const first = await (key === undefined ? api.send(precise) : api.control(precise, key));
      // A target may refuse so many decimals, but not change them.
      const { id: exchange } = first.class === 'refused' && !amounts[0].eq(amounts[1]) ? await api.send(plain) : first;
      assertions.assert('carriesPrice', { exchange, what: `a FIXED_PRICE checkout in ${price.currency}` });
    };
    const usual = amountWithin(ownOfAll);
    const inCoin = [precisely(usual, places.get(ownOfAll.currency) ?? 0, ownOfAll), usual] as const;
    const key = `a checkout in crypto of ${widget.id}`;
    if (otherOfAll) await carries({ project: widget.id, price: ownOfAll, amounts: inCoin }, key);
    const tries = pricesOfProjects(await projects.all(), { places, worker });
    for (const one of combinations.each(tries, ({ name }) => name)) await carries(one);
    assertions.assert('showsWhatWasSent', { of: 'price' });
    if (!paidRequests.canPay('checkout')) return;
    // Two neighbouring turns: at most one has a price in the currency that is paid, which then equals the payAmount.
    for (const scenario of ['paid exactly', 'underpaid'] as const) await paidRequests.scenario('checkout', scenario);
    assertions.assert('rests', { kind: 'checkout', fields: ['fixedAmount'] });
  },
);

/** interface.md § Checkout, checkout types. */
test(
  'CHK-02b NO_PRICE carries no amount, SUGGESTED_FIXED_PRICE takes its options from settings',
  should,
  async ({ api, combinations, assertions, projects, worker }) => {
    const [widget, ...others] = await projects.all();
    const { ownOfAll, otherOfAll = ownOfAll } = projectPrices(widget, assertions);
    const foreign = unknownOptions(otherOfAll.currency);
    const unpriced = await api.control(create.checkout(widget.id, unpricedOf(widget, worker)));
    assertions.assert('carriesNoPrice', { exchange: unpriced.id, what: 'a NO_PRICE checkout' });
    const suggesting = [widget, ...others].find(({ settings }) => settings.suggested);
    const { id: project, assets } = suggesting ?? widget;
    const preselected = preselection({ worker, name: 'a suggested price' }, assets);
    const suggested = await api.control(create.checkout(project, checkoutBody('SUGGESTED_FIXED_PRICE', preselected)));
    const reason = 'the target file names no project with suggested amounts, and the target creates no such checkout';
    if (suggesting || suggested.class === 'accepted') assertions.assert('takesSettings', { exchange: suggested.id });
    else assertions.lack({ code: 'notApplicable', reason, exchanges: [suggested.id] });
    // A price in the body is not taken over. Each project that suggests amounts has its turn.
    const all = [widget, ...others];
    const offered =
      suggested.class === 'accepted' ? all.filter((one) => one.settings.suggested || one.id === project) : [];
    const named = offered.map(({ id }) => ({ id, type: 'SUGGESTED_FIXED_PRICE' as const }));
    const priced = [{ id: widget.id, type: 'NO_PRICE' as const }, ...named];
    const nameOf = ({ id, type }: (typeof priced)[number]) =>
      `a price in the body, ${type}, project ${all.findIndex((one) => one.id === id) + 1}`;
    assertions.assert('showsWhatWasSent', { of: 'no price' });
    for (const { id, type } of combinations.each(priced, nameOf)) {
      const sent = await api.send(create.checkout(id, { ...checkoutBody(type), ...foreign }));
      const what = `a ${type} checkout with a price in the body`;
      if (type === 'NO_PRICE') assertions.assert('carriesNoPrice', { exchange: sent.id, what, mayRefuse: true });
      else assertions.assert('takesSettings', { exchange: sent.id, mayRefuse: true });
      if (sent.class !== 'refused' || id === widget.id || id === project) continue;
      const made = await api.send(create.checkout(id, checkoutBody(type)));
      assertions.assert('takesSettings', { exchange: made.id });
    }
  },
);

/** interface.md does not show which fields are required; a fixed price without an amount does not say what to pay. */
test(
  'CHK-03 FIXED_PRICE without fixedAmount is refused',
  should,
  async ({ api, assertions, combinations, checkoutLifetime, projects, refuses, worker }) => {
    const numbered = [...(await projects.all()).entries()];
    for (const [, widget] of combinations.each(numbered, ([at]) => `project ${at + 1}`)) {
      const { plan } = await checkoutLifetime(fixedOf(widget, worker, assertions));
      await refuses(api, plan, without('fixedAmount'));
    }
  },
);

/** So many checkouts have other texts, ids and lives than usual; they take turns. */
const mostTexts = 13;

/** The fields that a checkout keeps for its whole life. No words say that expiresAt stays when the end user has chosen. */
const restingFields = ['clientOrderId', 'name', 'returnUrl', 'type', 'projectId', 'projectName', 'createdAt'];

/** interface.md § Checkout; § Crypto acquiring, create checkout body. */
test(
  'CHK-04 expiresAt and the texts of a checkout return as sent',
  must,
  async ({ api, combinations, assertions, checkoutLifetime, paidRequests, projects, worker }) => {
    const widgets = await projects.all();
    const [widget] = widgets;
    const { minutes, plan: validPlan } = await checkoutLifetime(fixedOf(widget, worker, assertions));
    const fixed = await api.control(validPlan);
    assertions.assert('returnsAsSent', { exchange: fixed.id, what: 'a FIXED_PRICE checkout' });
    const unpriced = await api.control(create.checkout(widget.id, unpricedOf(widget, worker)));
    assertions.assert('returnsAsSent', { exchange: unpriced.id, what: 'a NO_PRICE checkout' });
    const sent = (changed: object, nth = 0) => {
      const one = widgets[nth % widgets.length] ?? widget;
      const plan = fixedOf(one, worker, assertions)(minutes);
      // Every third has no price: its limits stand for it.
      const body = nth % 3 === 2 ? freeCheckout({ worker, name: `free ${nth}` }, one.assets) : plan.body;
      return api.send(withBody(plan, { ...body, ...changed }));
    };
    const ends = Object.entries(farExpiries(targetNow(widget.options)));
    const ids = [idWithPunctuation, longestId, numberedId, (id: string) => id];
    const texts = Array.from({ length: mostTexts }, (_, nth) => {
      const drawn = (what: string) => nth + drawnNumber(worker, `${what} of a checkout`);
      const run = async () => {
        const [life = '', expiresAt] = ends[drawn('life') % ends.length] ?? [];
        const fields = textsInTurn(drawn('name'), drawn('returnUrl'));
        const clientOrderId = ids[drawn('clientOrderId') % ids.length]?.(worker.freshKey());
        const all = await sent({ ...fields, ...(clientOrderId && { clientOrderId }), expiresAt }, drawn('project'));
        assertions.assert('returnsIfTaken', { exchange: all.id, key: `texts and a life to ${life}` });
        // A target may refuse so long a life, or such an id; then each text is tried alone.
        for (const [key, text] of all.class === 'refused' ? Object.entries(fields) : [])
          assertions.assert('returnsIfTaken', { exchange: (await sent({ [key]: text })).id, key: `a drawn ${key}` });
      };
      return { name: `texts, ${nth + 1}`, run };
    });
    const fractions = Object.entries(expiryFractions).map(([name, forms]) => {
      const run = async () => {
        const form = drawnItem<Fraction>(worker, name, forms);
        const changed = { expiresAt: expiryOf(widget, minutes, form) };
        const { id: exchange } = await sent(changed, drawnNumber(worker, `${name}, the project`));
        assertions.assert('keepsFraction', { exchange, key: `${form} in expiresAt` });
      };
      return { name, run };
    });
    const rows = [...texts, ...fractions];
    for (const { run } of combinations.each(rows, ({ name }) => name)) await run();
    assertions.assert('showsWhatWasSent', { of: 'texts' });
    if (!paidRequests.canPay('checkout')) return;
    await paidRequests.scenario('checkout', 'underpaid');
    assertions.assert('rests', { kind: 'checkout', fields: restingFields });
  },
);

const rate = (baseAsset: string, quoteAsset: string) =>
  plan('GET /v1/user/crypto-acquiring/rates/{baseAsset}/{quoteAsset}', { path: { baseAsset, quoteAsset } });

/** interface.md § Checkout, estimatedPayAmounts; § Acquiring rate. Rates are read before and after, since they may move. */
test(
  'CHK-07 how estimatedPayAmounts relate to rates and fees',
  observe,
  async ({ api, assertions, checkoutLifetime, projects, worker }) => {
    const [widget] = await projects.all();
    const { otherOfAll } = projectPrices(widget, assertions);
    const reason = 'the deposit options list prices only in the own currency of each asset';
    const { currency } =
      otherOfAll ?? assertions.stop({ code: 'notApplicable', reason, exchanges: [widget.options.id] });
    const bases = [...new Set(widget.assets.map(currencyOf))].filter((base) => base !== currency);
    const rates = async () => {
      const ids = [];
      for (const base of bases) ids.push((await api.send(rate(base, currency))).id);
      return ids;
    };
    const { plan: validPlan } = await checkoutLifetime(fixedOf(widget, worker, assertions));
    const before = await rates();
    // An asset that is not enabled may be preselected or refused; DEP-07 judges what the checkout then offers.
    const strange = documentedAssets.find((asset) => !widget.assets.includes(asset));
    const preselecting = withBody(validPlan, { ...validPlan.body, preselectedCryptoCurrency: strange });
    const tried = strange === undefined ? undefined : await api.send(preselecting);
    const made = tried?.class === 'accepted' ? tried : await api.send(validPlan);
    const around = { before, after: await rates(), options: widget.options.id };
    assertions.assert('estimatesBy', { exchange: made.id, key: 'FIXED_PRICE in fiat', ...around });
    assertions.assert('estimatesAgree', {});
  },
);

/** A norm for any service: a request for something unknown is a client error. */
test(
  'CHK-08 an unknown or malformed project id is refused',
  must.norm,
  async ({ api, combinations, assertions, draw, checkoutLifetime, harmlessWrites, projects, refuses, worker }) => {
    const [widget] = await projects.all();
    const ids = {
      unknown: draw(unknownId('CAP')),
      'of another entity': draw(unknownId('CCO')),
      malformed: 'CAP-12',
      'no id at all': 'project',
    };
    const defects = Object.entries(ids).map(([why, value]) => ({ why: `a project id that is ${why}`, value }));
    for (const { why, value } of defects)
      await refuses(api, read.depositOptions(widget.id), { ...addressed('widgetId', value, why), combination: why });
    for (const { why, value } of nearIds(randomOf(draw(integer())), widget.id)) {
      const defect = addressed('widgetId', value, `a project id that is ${why}`);
      await refuses(api, read.depositOptions(widget.id), { ...defect, combination: 'near a real one' });
    }
    const { own, other = own } = projectPrices(widget, assertions);
    const bundle = await harmlessWrites.write();
    const validPlans = {
      checkout: (await checkoutLifetime(fixedOf(widget, worker, assertions))).plan,
      request: create.request(widget.id, requestBody(other)),
      ...(bundle && { bundle }),
    };
    const tries = Object.entries(validPlans).flatMap(([what, one]) =>
      defects.map(({ why, value }) => ({ name: `${why}, for a ${what}`, one, value })),
    );
    for (const { name, one, value } of combinations.each(tries, (each) => each.name))
      await refuses(api, one, addressed('projectId', value, name));
  },
);

/** interface.md § Checkout: it shows only the names of these fields. */
test('CHK-09 what the fields on crypto currencies of a checkout hold', traceCheck.observe, ({ record }) => {
  const { createdCheckouts } = record;
  const contents = createdCheckouts.items.flatMap(undocumentedFieldsOf);
  learn(
    { ...createdCheckouts, items: contents, exchangesOf: ({ exchange }) => [exchange.id] },
    ({ name }) => name,
    ({ form }) => form,
  );
  every(createdCheckouts, assetsAgree);
  every(createdCheckouts, offersListedAssets(record.whole));
  const unpriced = { ...createdCheckouts, items: createdCheckouts.items.filter(isComparable(record.whole)) };
  if (unpriced.items.length > 0)
    learn(unpriced, () => 'listed assets that a NO_PRICE checkout offers', shareOffered(record.whole));
});

const noId = 'the id of a checkout';

/** interface.md § Checkout: further fields, required fields and a path to read a checkout are not shown. */
test(
  'CHK-10 further checkout fields, which are required, and the read-back',
  observe,
  async ({ api, combinations, assertions, checkoutLifetime, projects, readBacks, worker }) => {
    const [widget] = await projects.all();
    const { plan: validPlan } = await checkoutLifetime(fixedOf(widget, worker, assertions));
    const made = await api.control(validPlan);
    assertions.assert('furtherFields', { exchange: made.id, key: 'further fields' });
    const id =
      textField(made.json, 'id') ?? assertions.stop({ code: 'noEvidence', wanted: noId, exchanges: [made.id] });
    const { own, other = own } = projectPrices(widget, assertions);
    const request = create.request(widget.id, requestBody(other));
    const path = `/v1/user/crypto-acquiring/${widget.id}/checkouts/${id}`;
    const look = readBacks.has('checkout')
      ? await readBacks.read('checkout', { project: widget.id, id })
      : await api.send(read.methods(), { path, purpose: 'look' });
    assertions.assert('answersWith', { exchange: look.id, key: 'a checkout that is read back' });
    const fields = ['type', 'name', 'returnUrl', 'expiresAt', 'clientOrderId'];
    const tries = [
      ...fields.map((name) => ({ key: `a checkout without ${name}`, name, plan: validPlan })),
      ...['cryptoCurrency', 'clientOrderId'].map((name) => ({ key: `a request without ${name}`, name, plan: request })),
    ];
    for (const { key, name, plan: completePlan } of combinations.each(tries, (one) => one.key)) {
      const { plan: lacking } = without(name).change(completePlan);
      const { key: _, ...keyless } = lacking;
      const sent = await api.send(name === 'clientOrderId' ? keyless : lacking, { purpose: 'defect' });
      assertions.assert('answersWith', { exchange: sent.id, key });
    }
  },
);
