import { hasChanged } from '../oracles/pages/ending.ts';
import { spellings } from '../runner/pages/hostileTexts.ts';
import { pointName } from '../runner/pages/point.ts';
import { markedKinds } from '../runner/pages/tours/markedTour.ts';
import { pointNames, pointsFor } from '../runner/pages/tours/pagePoints.ts';
import { widgetPayings } from '../runner/pages/tours/paidWidgetTour.ts';
import { settingsOf } from '../runner/pages/tours/settingsTour.ts';
import { must, test } from '../runner/requirement/test.ts';

/** interface.md § Crypto acquiring, embedded widget flow. */
test(
  'WID-01 widget.js loads and app-widget renders its checkout',
  must,
  async ({ assertions, combinations, pages }) => {
    const { pages: of, reads } = await pages.widget();
    assertions.assert('rendersCheckout', { page: of['page'] ?? '', reads });
    for (const point of combinations.each(
      pointsFor('WID-01', ({ way }) => way === 'widget'),
      pointName,
      pointNames(),
    )) {
      const { pages: own, reads: after } = await pages.point(point);
      for (const page of Object.values(own)) assertions.assert('rendersCheckout', { page, reads: after });
    }
  },
);

/** interface.md § Widget callback event. */
test(
  'WID-02 statusChanged fires on each status change with the Checkout',
  must,
  async ({ assertions, combinations, control, pages, readBacks, worker }) => {
    const hint = 'the target file names none under paths.checkout';
    if (!readBacks.has('checkout'))
      assertions.stop({ code: 'missing', wanted: 'a path to read a checkout back', hint, exchanges: [] });
    const payings = control.declared ? widgetPayings : widgetPayings.slice(0, 1);
    for (const paying of combinations.each(payings, (one) => one)) {
      const { pages: of, reads } =
        paying === 'from the balance' ? await pages.widget() : await pages.paidWidget(paying);
      for (const page of [of['page'] ?? '', ...(of['tab'] === undefined ? [] : [of['tab']])])
        assertions.assert('announcesStatuses', { page, reads });
    }
    const inWidgets = pointsFor('WID-02', ({ way }) => way === 'widget');
    for (const point of combinations.each(inWidgets, pointName, pointNames())) {
      const { pages: own, reads } = await pages.point(point);
      if (!hasChanged(worker.record, reads)) continue;
      for (const page of Object.values(own)) assertions.assert('announcesStatuses', { page, reads });
    }
    combinations.enter(undefined);
    const { pages: together, own: alone, others } = await pages.twins();
    for (const page of Object.values(together)) {
      const { opens, led } = worker.record.page(page);
      assertions.assert('keepsToItself', { page, checkouts: [opens, ...others.map(({ checkout }) => checkout)] });
      for (const { checkout } of others.slice(0, 1)) assertions.assert('staysFilled', { page, checkout });
      // The second widget may lead the whole window back to the merchant when it is paid; then the first one is gone.
      if (led.length === 0 && hasChanged(worker.record, alone))
        assertions.assert('announcesStatuses', { page, reads: alone });
      for (const { checkout, reads } of others)
        if (hasChanged(worker.record, reads)) assertions.assert('announcesStatuses', { page, reads, checkout });
    }
  },
);

/** interface.md § Crypto acquiring, embedded widget flow; § Limits. */
test('WID-03 the widget is 392 px wide, mobile up to 758 px', must, async ({ assertions, combinations, pages }) => {
  const { pages: of } = await pages.widget();
  assertions.assert('hasWidgetWidth', { page: of['page'] ?? '' });
  assertions.assert('keepsWidgetWidth', { page: of['page'] ?? '' });
  assertions.assert('keepsMobileLayout', { page: of['page'] ?? '' });
  const onDesktops = pointsFor('WID-03', ({ way, screen }) => way === 'widget' && screen === 'desktop');
  for (const point of combinations.each(onDesktops, pointName, pointNames())) {
    const { pages: own, isAsked } = await pages.point(point);
    for (const page of isAsked ? Object.values(own) : []) {
      assertions.assert('keepsWidgetWidth', { page });
      assertions.assert('keepsMobileLayout', { page });
    }
  }
});

/** interface.md § Crypto acquiring, embedded widget flow; § Project (widget) settings, domains. */
test('WID-04 the widget works only on an approved, linked domain', must, async ({ assertions, pages }) => {
  const { pages: of } = await pages.widget();
  for (const [name, page] of Object.entries(of))
    if (name.startsWith('foreign ')) assertions.assert('showsNothingElsewhere', { page, approved: of['page'] ?? '' });
  for (const [name, page] of Object.entries(of)) {
    // Where the link of another domain was taken away, the approved one may no longer show what it should either.
    const approved = of[name.endsWith('still') ? 'lent' : 'page'] ?? '';
    if (name.startsWith('lent')) assertions.assert('showsOnceLinked', { page, approved });
  }
  if (of['lent'] !== undefined) assertions.assert('showsNothingOnceUnlinked', { page: of['lent'] });
});

/** interface.md § Authentication, rule 3. */
test('WID-05 widget and payment link need no token, none leaks', must, async ({ assertions, combinations, pages }) => {
  const tours = [await pages.hosted(), ...(pages.hasWidget ? [await pages.widget()] : [])];
  for (const { pages: of } of tours) {
    const own = Object.entries(of).flatMap(([name, page]) => (name === 'page' ? [page] : []));
    assertions.assert('needsNoToken', { pages: own });
  }
  for (const point of combinations.each(
    pointsFor('WID-05', ({ way }) => way === 'payment link'),
    pointName,
    pointNames(),
  )) {
    const { pages: own } = await pages.point(point);
    for (const page of Object.values(own)) assertions.assert('needsNoToken', { pages: [page] });
  }
});

/** What any page on the Web owes its users; § Crypto acquiring, create checkout body. */
test(
  'WID-07 markup and scripts in a name or returnUrl do nothing',
  must.norm,
  async ({ assertions, combinations, pages }) => {
    const reason = 'the target refuses names, ids and addresses with markup and scripts';
    for (const kind of combinations.each(markedKinds, (one) => one)) {
      const { pages: of, taken } = await pages.marked(kind);
      if (taken.length === 0) assertions.lack({ code: 'notApplicable', reason, exchanges: [] });
      else for (const page of Object.values(of)) assertions.assert('runsNoText', { page });
    }
    for (const point of combinations.each(pointsFor('WID-07'), pointName, pointNames())) {
      const { pages: own, isHostile } = await pages.point(point);
      if (!isHostile) assertions.lack({ code: 'notApplicable', reason, exchanges: [] });
      else for (const page of Object.values(own)) assertions.assert('runsNoText', { page });
    }
    for (const spelling of combinations.each(spellings, (one) => one)) {
      const { pages: own } = await pages.spelled(spelling);
      if (Object.keys(own).length === 0) assertions.lack({ code: 'notApplicable', reason, exchanges: [] });
      for (const page of Object.values(own)) assertions.assert('runsNoText', { page });
    }
  },
);

/** What any payment service owes its merchants; § Authentication, rule 3. */
test(
  'WID-08 no secret and no other checkout is in what pages load',
  must.norm,
  async ({ assertions, combinations, pages, paidRequests }) => {
    const tours = [await pages.hosted(), await pages.free(), ...(pages.hasWidget ? [await pages.widget()] : [])];
    const own = tours.map(({ pages: of }) => of['page'] ?? '');
    for (const page of own) assertions.assert('leaksNothing', { pages: [page] });
    // A visit after another checkout loads that one, too.
    const alone = pointsFor('WID-08', ({ visit }) => visit !== 'after another checkout');
    for (const point of combinations.each(alone, pointName, pointNames())) {
      const { pages: of } = await pages.point(point);
      assertions.assert('leaksNothing', { pages: [...own, ...Object.values(of)] });
    }
    // A page may say more, or nothing at all, when its checkout has expired.
    if (!paidRequests.canPay('checkout')) return;
    const { created } = await paidRequests.scenario('checkout', 'left alone');
    const { pages: expired } = await pages.reopened(created);
    assertions.assert('leaksNothing', { pages: [...own, ...Object.values(expired)] });
  },
);

/** What any embedded payment page owes; § Project (widget) settings, domains. */
test('WID-09 a frame of a foreign domain shows nothing of the checkout', must.norm, async ({ assertions, pages }) => {
  const { pages: of } = await pages.widget();
  for (const [name, page] of Object.entries(of))
    if (name.startsWith('framed ')) assertions.assert('showsNothingElsewhere', { page, approved: of['page'] ?? '' });
});

/** What any embedded payment page owes; § Widget callback event. */
test(
  'WID-10 the page around the widget cannot forge a status',
  must.norm,
  async ({ assertions, combinations, pages, projects }) => {
    const { pages: of, before } = await pages.widget();
    assertions.assert('cannotBeForged', { page: of['page'] ?? '', reads: before });
    const all = await projects.all();
    for (const project of combinations.each(all, (one) => settingsOf(one, all.indexOf(one)))) {
      const { pages: own } = await pages.settings(project);
      for (const page of Object.values(own)) assertions.assert('refusesWithoutEffect', { page });
    }
  },
);
