import { sawChoices } from '../oracles/pages/choosing.ts';
import { isPaid, linksToMerchant } from '../oracles/pages/ending.ts';
import type { OfferArgs } from '../oracles/pages/offersAll.ts';
import type { VisitArgs } from '../oracles/pages/opening.ts';
import { wasDetected } from '../oracles/pages/overLooks.ts';
import { pointName } from '../runner/pages/point.ts';
import { amountsOf, bounds, edgeName, edgesOf } from '../runner/pages/tours/amounts.ts';
import { markedKinds } from '../runner/pages/tours/markedTour.ts';
import { pointNames, pointsFor } from '../runner/pages/tours/pagePoints.ts';
import { settingsOf } from '../runner/pages/tours/settingsTour.ts';
import { must, test } from '../runner/requirement/test.ts';
import { blockchainOf } from '../schemas/domain/assets.ts';

/** interface.md § Checkout, acquiringUrl. */
test(
  'CHK-05 acquiringUrl opens the hosted page of that checkout',
  must,
  async ({ assertions, combinations, pages, projects, worker }) => {
    const { pages: of, reads } = await pages.hosted();
    for (const page of Object.values(of)) assertions.assert('opensCheckout', { page, reads });
    const { pages: later } = await pages.marked();
    for (const page of Object.values(later)) assertions.assert('opensNoOther', { page });
    // Only now the first checkout is not the newest.
    const { pages: again } = await pages.reopened(worker.record.page(of['page'] ?? '').created);
    for (const page of Object.values(again)) assertions.assert('opensNoOther', { page });
    const { pages: linked, made, ended: over } = await pages.links();
    for (const link of made) assertions.assert('makesOwnCheckout', link);
    // Where the choice was made before, a page may show nothing but where to pay.
    for (const [, page] of Object.entries(linked).filter(([name]) => name.startsWith('link'))) {
      assertions.assert('opensCheckout', { page, reads: [] });
      assertions.assert('opensNoOther', { page });
    }
    for (const visit of over) assertions.assert('countsDownToItsEnd', visit);
    const all = await projects.all();
    for (const project of combinations.each(all, (one) => settingsOf(one, all.indexOf(one)))) {
      const { pages: own, reads: after } = await pages.settings(project);
      for (const page of Object.values(own)) assertions.assert('asksWhatIsDue', { page, reads: after });
    }
    const { dues } = await pages.dues();
    for (const due of dues) assertions.assert('asksWhatIsDue', due);
    const success = { page: of['page'] ?? '', reads };
    assertions.assert('asksWhatIsDue', success);
    const ended: VisitArgs[] = [];
    for (const point of combinations.each(pointsFor('CHK-05'), pointName, pointNames())) {
      const { pages: own, reads: after, isAsked, named, entered, currency } = await pages.point(point);
      const says = { ...(named && { named }), ...(entered !== undefined && { entered, currency }) };
      const isDecided = point.type === 'FIXED_PRICE' || (point.type === 'NO_PRICE' && Object.keys(says).length > 0);
      for (const page of Object.values(own)) {
        const visit = { page, reads: after };
        assertions.assert('opensNoOther', { page });
        assertions.assert('countsDownToItsEnd', visit);
        if (isAsked) assertions.assert('asksWhatIsDue', visit);
        if (isAsked && isDecided) assertions.assert('keepsPrice', { ...visit, ...says });
        assertions.assert('showsItsEnd', { ...visit, success, others: [...ended] });
        const ending = { ...visit, success };
        if (wasDetected(worker.record, ending)) assertions.assert('tellsNoSuccessYet', ending);
        ended.push(visit);
      }
    }
  },
);

/** interface.md § Crypto acquiring, create checkout body. */
test(
  'CHK-06 the page preselects preselectedCryptoCurrency',
  must,
  async ({ assertions, combinations, pages, projects }) => {
    for (const kind of combinations.each(markedKinds, (one) => one)) {
      const { pages: of, asset, reads } = await pages.marked(kind);
      for (const page of Object.values(of)) assertions.assert('preselects', { page, asset, reads });
    }
    for (const point of combinations.each(pointsFor('CHK-06'), pointName, pointNames())) {
      const { pages: own, reads, asset, preselected, unchosen } = await pages.point(point);
      for (const page of Object.values(own)) {
        if (preselected !== '') assertions.assert('preselects', { page, asset, reads });
        // With one currency only, or a preselected one, a page may skip the choice.
        if (unchosen) assertions.assert('opensUnchosen', { page, reads: unchosen });
      }
    }
    const all = await projects.all();
    for (const project of combinations.each(all, (one) => settingsOf(one, all.indexOf(one)))) {
      const { pages: own, reads, preselected: asset } = await pages.settings(project);
      // A target may refuse to preselect.
      if (asset === '') continue;
      for (const page of Object.values(own)) assertions.assert('preselects', { page, asset, reads });
    }
    const suggesting = all.filter(({ settings }) => settings.suggested);
    for (const project of combinations.each(suggesting, (one) => amountsOf(suggesting.indexOf(one)))) {
      const { pages: own, reads, preselected: asset } = await pages.suggested(project);
      if (asset === '') continue;
      for (const page of Object.values(own)) assertions.assert('preselects', { page, asset, reads });
    }
  },
);

/** interface.md § Checkout, checkout types. */
test(
  'CHK-11 NO_PRICE pays any amount within the asset limits, none outside',
  must,
  async ({ assertions, combinations, pages }) => {
    for (const bound of combinations.each(bounds, (one) => one)) {
      const { pages: of, limits, paid, texts, reads } = await pages.free(bound);
      const wanted = 'the limits of an asset in the deposit options';
      const { least, most } = limits ?? assertions.stop({ code: 'noEvidence', wanted, exchanges: [] });
      assertions.assert('takesWithin', { page: of['page'] ?? '', least, most, paid, reads });
      assertions.assert('showsOwnLimits', { page: of['page'] ?? '', reads, least, most });
      if (texts.length > 0) assertions.assert('readsTexts', { page: of['texts'] ?? '', texts });
    }
  },
);

/** interface.md § Checkout, checkout types; § Project (widget) settings, predefined amounts. */
test(
  'CHK-12 SUGGESTED_FIXED_PRICE offers exactly the options, an own amount if allowed',
  must,
  async ({ assertions, combinations, pages, projects }) => {
    const all = await projects.all();
    const suggesting = all.filter(({ settings }) => settings.suggested);
    const reason = 'the target file names no project with suggested amounts';
    if (suggesting.length === 0) return assertions.lack({ code: 'notApplicable', reason, exchanges: [] });
    for (const project of combinations.each(suggesting, (one) => amountsOf(suggesting.indexOf(one)))) {
      const {
        pages: of,
        amounts,
        currency,
        manual,
        reads,
        limits = { least: '0', most: '0' },
      } = await pages.suggested(project);
      for (const page of Object.values(of))
        assertions.assert('offersOptions', { page, amounts, currency, manual, reads, ...limits });
      const { picked } = await pages.options(project);
      for (const { amount: entered, ...visit } of picked)
        assertions.assert('keepsPrice', { ...visit, currency, entered });
    }
    for (const edge of combinations.each(edgesOf(suggesting), edgeName)) {
      const { pages: own, limits, isSteady, reads } = await pages.edge(edge);
      // Limits in another currency follow a rate, which may move meanwhile.
      if (!limits || !isSteady) continue;
      for (const page of Object.values(own)) assertions.assert('takesWithin', { page, ...limits, reads });
    }
    const withAmounts = pointsFor('CHK-12', ({ type }) => type === 'SUGGESTED_FIXED_PRICE');
    for (const point of combinations.each(withAmounts, pointName, pointNames())) {
      const { pages: own, reads, isAsked, named, entered, currency, amounts, isListed } = await pages.point(point);
      for (const page of isListed ? Object.values(own) : [])
        assertions.assert('listsOptions', { page, amounts, currency });
      // Where nothing is entered, picked or named, there is nothing to compare.
      if (!isAsked || (named ?? entered) === undefined) continue;
      const sent = { ...(named && { named }), ...(entered !== undefined && { entered }) };
      for (const page of Object.values(own)) assertions.assert('keepsPrice', { page, reads, currency, ...sent });
    }
  },
);

/** interface.md § Project (widget) settings. */
test(
  'CHK-13 the page offers the enabled currencies and networks, and no other',
  must,
  async ({ assertions, combinations, pages, projects, worker }) => {
    const tours = [await pages.hosted(), await pages.free()];
    // Where texts are entered, the choice was made before.
    for (const { pages: of } of tours)
      for (const [, page] of Object.entries(of).filter(([name]) => name !== 'texts')) {
        assertions.assert('offersEnabled', { page });
        assertions.assert('offersAll', { page });
      }
    const judge = ({ pages: of }: Pick<(typeof tours)[number], 'pages'>, own: Omit<OfferArgs, 'page'> = {}) => {
      for (const page of Object.values(of).filter((one) => sawChoices(worker.record.page(one)))) {
        assertions.assert('offersEnabled', { page });
        assertions.assert('offersAll', { page, ...own });
      }
    };
    const all = await projects.all();
    for (const project of combinations.each(all, (one) => settingsOf(one, all.indexOf(one))))
      judge(await pages.settings(project));
    const suggesting = all.filter(({ settings }) => settings.suggested);
    for (const project of combinations.each(suggesting, (one) => amountsOf(suggesting.indexOf(one)))) {
      const { amounts, currency, ...tour } = await pages.suggested(project);
      judge(tour, { amounts, currency });
    }
    for (const point of combinations.each(pointsFor('CHK-13'), pointName, pointNames())) {
      const { amounts, currency, ...tour } = await pages.point(point);
      judge(tour, { amounts, currency });
    }
  },
);

/** interface.md § Crypto acquiring, API-only flow. */
test(
  'REQ-09 a request made through the API is not rendered',
  must,
  async ({ assertions, combinations, pages, projects }) => {
    const [{ assets }] = await projects.all();
    const ofChains = [...new Map(assets.map((asset) => [blockchainOf(asset), asset])).values()];
    for (const asset of combinations.each(ofChains, blockchainOf)) {
      const { pages: of } = await pages.request(asset);
      const wanted = 'a page whose address contains the id of its checkout';
      if (Object.keys(of).length === 0) assertions.stop({ code: 'noEvidence', wanted, exchanges: [] });
      for (const page of Object.values(of)) assertions.assert('showsNoRequest', { page });
    }
  },
);

/** interface.md § Sandbox. */
test(
  'SBX-06 a checkout is settled from the sandbox balance',
  must,
  async ({ assertions, combinations, pages, projects, worker }) => {
    const { kind } = worker.target;
    const reason = 'only a sandbox has a sandbox balance';
    if (kind !== 'sandbox' && kind !== 'emulator')
      return assertions.lack({ code: 'notApplicable', reason, exchanges: [] });
    const ends = new Map<string, Awaited<ReturnType<typeof pages.hosted>>>();
    for (const currency of combinations.each(await pages.currencies(), (one) => one))
      ends.set(currency, await pages.hosted(currency));
    const others = [...ends.values()].flatMap(({ pages: of }) => Object.values(of));
    for (const [currency, { pages: of, reads, funds }] of ends) {
      combinations.enter(currency);
      assertions.assert('settlesFromBalance', { page: of['page'] ?? '', reads, funds, others });
    }
    const settlements = [...ends.values()].map(({ pages: of, reads, balances }) => ({
      page: of['page'] ?? '',
      ...{ reads, balances },
    }));
    combinations.enter(undefined);
    if (pages.hasWidget) {
      const { pages: embedded, ...ended } = await pages.widget();
      assertions.assert('settlesFromBalance', {
        ...{ page: embedded['page'] ?? '', reads: ended.reads, funds: ended.funds, others },
      });
    }
    const { pages: of, reads, funds, balances: around } = await pages.free();
    const page = of['page'] ?? '';
    // Without a price, a page is compared only where it says where to pay.
    if (funds !== undefined) assertions.assert('offersBalance', { page, reads, funds, others });
    if (around.length > 0) assertions.assert('settlesOnce', { page, reads, balances: around });
    settlements.push({ page, reads, balances: around });
    const all = await projects.all();
    const suggesting = all.filter(({ settings }) => settings.suggested);
    for (const project of combinations.each(suggesting, (one) => amountsOf(suggesting.indexOf(one)))) {
      const { pages: own, reads: after, funds: held, balances } = await pages.suggested(project);
      if (held === undefined) continue;
      for (const page of Object.values(own)) {
        assertions.assert('settlesFromBalance', { page, reads: after, funds: held, others });
        settlements.push({ page, reads: after, balances });
      }
    }
    for (const project of combinations.each(all, (one) => settingsOf(one, all.indexOf(one)))) {
      const { pages: own, reads: after, balances } = await pages.settings(project);
      for (const page of Object.values(own)) {
        assertions.assert('settlesOnce', { page, reads: after, balances });
        assertions.assert('settlesFromBalance', { page, reads: after, funds: balances[0], others });
        settlements.push({ page, reads: after, balances });
      }
    }
    combinations.enter(undefined);
    assertions.assert('takesWhatIsDue', { settlements });
    const { late: expired } = await pages.links();
    if (expired) assertions.assert('staysOver', expired);
    for (const point of combinations.each(pointsFor('SBX-06'), pointName, pointNames())) {
      const { pages: own, reads: after, beyond, covered, late } = await pages.point(point);
      for (const page of Object.values(own)) {
        // A page that offers no balance which does not suffice has nothing to refuse.
        if (beyond) assertions.assert('settlesOnlyWithFunds', { page, ...beyond });
        if (covered !== undefined) assertions.assert('offersBalance', { page, reads: after, funds: covered, others });
        if (late) assertions.assert('staysOver', { page, reads: after, ...late });
      }
    }
  },
);

/** interface.md § Crypto acquiring, redirect flow; § Checkout, returnUrl, successfulLink, failureLink. */
test(
  'WID-06 the hosted page leads back to the merchant',
  must,
  async ({ assertions, combinations, pages, projects, worker }) => {
    const { record } = worker;
    const { pages: of, reads } = await pages.hosted();
    for (const page of Object.values(of)) assertions.assert('leadsBack', { page, reads });
    const { pages: free, reads: afterFree } = await pages.free();
    if (isPaid(record, afterFree)) assertions.assert('leadsBack', { page: free['page'] ?? '', reads: afterFree });
    const all = await projects.all();
    for (const project of combinations.each(all, (one) => settingsOf(one, all.indexOf(one)))) {
      const { pages: own, reads: after } = await pages.settings(project);
      for (const page of Object.values(own)) assertions.assert('leadsBackExactly', { page, reads: after });
    }
    const suggesting = all.filter(({ settings }) => settings.suggested);
    for (const project of combinations.each(suggesting, (one) => amountsOf(suggesting.indexOf(one)))) {
      const { pages: own, reads: after } = await pages.suggested(project);
      if (!isPaid(record, after)) continue;
      for (const page of Object.values(own)) assertions.assert('leadsBack', { page, reads: after });
    }
    const leading = pointsFor('WID-06', ({ links }) => links !== 'links that run scripts');
    for (const point of combinations.each(leading, pointName, pointNames())) {
      const { pages: own, reads: after } = await pages.point(point);
      for (const page of Object.values(own)) {
        const visit = { page, reads: after };
        // How one leaves a widget is not shown; what links to the merchant all the same has to lead there.
        if (point.way === 'widget' && !linksToMerchant(record, visit)) continue;
        assertions.assert('leadsBackExactly', visit);
        if (point.way !== 'widget' && isPaid(record, after)) assertions.assert('leadsBack', visit);
      }
    }
  },
);
