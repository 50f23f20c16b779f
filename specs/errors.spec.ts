import { shortCampaign } from '../fuzzer/interface/campaign/shortCampaign.ts';
import { amountsOutsideLimits, payoutCost } from '../generators/amounts/amounts.ts';
import { cardDetails, cardSubmissions } from '../generators/payloads/payin.ts';
import { paymentBody } from '../generators/payloads/payment.ts';
import {
  edgeCaseTexts,
  hostilePathTexts,
  hostileQueries,
  hostileTexts,
  malformedTexts,
} from '../generators/texts/hostile.ts';
import { unknownId } from '../generators/texts/ids.ts';
import { isHtmlPage } from '../oracles/general/crash.ts';
import type { Draw } from '../runner/actions/inputs/draw.ts';
import type { Method } from '../runner/actions/inputs/methods.ts';
import { drawnNumber, inTurn } from '../runner/actions/inputs/turns.ts';
import type { Defect } from '../runner/actions/refusals/refusal.ts';
import { refusedRounds } from '../runner/actions/refusals/refusedPayout.ts';
import {
  create,
  every,
  having,
  hostile,
  must,
  observe,
  read,
  spelled,
  test,
  traceCheck,
  without,
} from '../runner/requirement/test.ts';
import type { Paths } from '../traffic/target/file/targetFile.ts';
import type { Plan } from '../traffic/transport/requestPlan.ts';
import type { SendOptions } from '../traffic/transport/sendOptions.ts';

/** Parts of a short campaign; each night runs one of them. */
const campaigns = ['a short campaign', 'a second part of it', 'a third part', 'a fourth part'] as const;

const isWrite = (operation: string) => operation.startsWith('POST ');

/** Operations that move no money, even if they accept an unusual body. */
const isHarmless = (operation: string) => isWrite(operation) && !/payout|exchange/.test(operation);

/** The reads whose path contains a text, with that text in each place. */
const addressedBy = (text: string): readonly Plan[] => [
  read.payment(text),
  read.exchangeLimit(text),
  read.exchangeRate(text),
  read.depositOptions(text),
  read.acquiringRate(text, 'USD'),
  read.acquiringRate('USDT', text),
];

/** Hostile texts that ERR-04a and ERR-04b send to every operation, and one that is like another. */
const ofEachOperation = ['an empty body', 'an array for an object', 'a bare string for an object', 'very deep nesting'];

/** Causes of an error that cost no POST. */
const asked = (draw: Draw): Record<string, { plan: Plan; how?: SendOptions }> => ({
  'no credentials': { plan: read.methods(), how: { scheme: 'none' } },
  'a wrong secret': { plan: read.methods(), how: { scheme: 'simple', fault: 'wrongSecret' } },
  'a wrong signature': { plan: read.methods(), how: { fault: 'lastDigitWrong' } },
  'an unknown payment': { plan: read.payment(draw(unknownId('PMT'))) },
  'a malformed payment id': { plan: read.payment('PMT-1') },
  'an unknown pair': { plan: read.exchangeRate('AAABBB') },
  'an unknown project': { plan: read.depositOptions(draw(unknownId('CAP'))) },
  'an unknown path': { plan: read.methods(), how: { path: '/v1/user/nothing-here' } },
  'a page that is no number': { plan: read.search({ page: 'first' }) },
  'a negative page': { plan: read.search({ page: '-1' }) },
  'a page size of 0': { plan: read.search({ size: '0' }) },
  'an unknown sort field': { plan: read.search({ sort: 'noSuchField,asc' }) },
  'a time that is no timestamp': { plan: read.search({ createdAt: 'yesterday' }) },
  'a status that is none': { plan: read.search({ status: 'NO_SUCH_STATUS' }) },
});

/** Causes of an error in a pay-in; each costs a POST. */
const ofPayin = (method: Method): Record<string, Defect> => ({
  'a body that is no JSON': spelled('a body that is no JSON', (text) => text.slice(1)),
  'an empty body': spelled('an empty body', () => ''),
  'no amount': without('amount'),
  'an amount that is no number': having('amount', 'much', 'an amount that is no number'),
  'an unknown method': having('method', 'BARTER', 'an unknown method'),
  'an unknown currency': having('currency', 'XXX', 'an unknown currency'),
  ...Object.fromEntries(amountsOutsideLimits(method).map(({ why, amount }) => [why, having('amount', amount, why)])),
  'a clientOrderId that is too long': having('clientOrderId', 'k'.repeat(1_000), 'a clientOrderId that is too long'),
});

/** Returns the submission of a card for a payment that does not exist; undefined if the target file does not name the path for cards. */
function unknownCard(
  draw: Draw,
  { samples }: Method,
  { h2hCard }: Paths,
): { plan: Plan; how: SendOptions } | undefined {
  const pan = samples['cardNumber'];
  if (pan === undefined || h2hCard === undefined) return undefined;
  const [submission] = cardSubmissions(pan, cardDetails[0]);
  const path = h2hCard.replace('{paymentId}', draw(unknownId('PMT')));
  return submission && { plan: create.card(submission), how: { path } };
}

/** interface.md § Errors: the form of an error is not shown. Requests without a cost are sent twice. */
test(
  'ERR-01 how each condition is refused, alike each time',
  observe,
  async ({ api, combinations, assertions, compose, draw, methods, paths }) => {
    for (const [condition, { plan, how }] of Object.entries(asked(draw))) {
      const answers = [];
      for (const _ of ['once', 'again']) answers.push((await api.send(plan, { ...how, purpose: 'defect' })).id);
      assertions.assert('refusedAs', { asked: answers, condition });
    }
    // The same method on every run, since what a condition is called may depend on it.
    const [method] = methods.payins();
    const validPayin = create.payin(compose(paymentBody(method)));
    const ofCard = unknownCard(draw, method, paths);
    const rows = [
      ...Object.entries(ofPayin(method)).map(([condition, { change }]) => ({ condition, ...change(validPayin) })),
      ...(ofCard ? [{ condition: 'a card for an unknown payment', ...ofCard }] : []),
    ];
    for (const { condition, plan, how } of combinations.each(rows, (one) => one.condition)) {
      const { id } = await api.send(plan, { ...how, purpose: 'defect' });
      assertions.assert('refusedAs', { asked: [id], condition });
    }
  },
);

/** interface.md § Errors; also a norm for any service. */
test(
  'ERR-02a no input makes a 5xx, a hang or a stack trace',
  hostile.must.norm,
  async ({ api, combinations, assertions, compose, methods, worker }) => {
    assertions.assert('neverCrashes', {});
    const payin = create.payin(compose(paymentBody(methods.payin())));
    // Search has to find this pay-in. If search does not find a hostile pay-in afterwards, the hostile pay-in was not created and may be sent again.
    await api.control(payin);
    for (const query of hostileQueries) await api.send(read.search(query), { purpose: 'defect' });
    for (const text of hostilePathTexts)
      for (const plan of addressedBy(text)) await api.send(plan, { purpose: 'defect' });
    const types = [{ why: 'application/xml', sent: { contentType: 'application/xml' } }];
    const texts = hostileTexts
      .filter(({ why }) => !ofEachOperation.includes(why))
      .map(({ why, text }) => ({ why, sent: { text } }));
    for (const { sent } of combinations.each([...texts, ...types], ({ why }) => why))
      await api.send(payin, { purpose: 'defect', ...sent });
    for (const name of combinations.each(campaigns, (one) => one)) {
      const part = { name, place: campaigns.indexOf(name), of: campaigns.length, posts: 3 };
      await shortCampaign(worker, assertions.id, part);
    }
  },
);

test('ERR-02b documented paths answer no HTML error page', traceCheck.should.norm, ({ record }) => {
  every(record.exchanges, isHtmlPage(record.whole));
});

test('ERR-03 a refused request has no effect', must.norm, async ({ api, assertions, compose, methods }) => {
  const payout = methods.payout();
  assertions.assert('noEffects', {}, 'nothing created');

  // The amount is far from any other amount that this run moves, so that only this order can lower a balance by it.
  const { amount } =
    amountsOutsideLimits(payout).at(-1) ??
    assertions.stop({ code: 'missing', wanted: 'a limit', hint: payout.id, exchanges: [] });
  const plan = create.payout(compose(paymentBody(payout)));
  const rounds = await refusedRounds(api, { plan, currency: payout.currency }, having('amount', amount, 'too much'));
  assertions.assert(
    'holdsNothing',
    { rounds, currency: payout.currency, ...payoutCost(amount, payout) },
    'no balance moved',
  );
});

/** Operations share a reader of bodies, so that each gets all malformed texts but one, which the seed draws. Campaigns send all to each. */
test(
  'ERR-04a a body that is no JSON object is refused',
  must.norm,
  async ({ api, sampleRequests, refuses, worker }) => {
    for await (const { operation, plan } of sampleRequests(paymentBody, { is: isWrite })) {
      const left = drawnNumber(worker, `a text that ${operation} does not get`) % malformedTexts.length;
      for (const { why, text } of malformedTexts.filter((_, at) => at !== left))
        await refuses(api, plan, spelled(why, text));
    }
  },
);

test(
  'ERR-04b odd content types, nesting, keys and lengths make no 5xx',
  hostile.must.norm,
  async ({ api, assertions, sampleRequests, worker }) => {
    const [nested, ...others] = edgeCaseTexts.map(({ text }) => ({ text }));
    const nextOfOtherType = inTurn(worker, 'a body of another content type', [
      { contentType: 'text/plain' },
      { contentType: 'application/x-www-form-urlencoded', text: () => '' },
    ]);
    for await (const { operation, plan } of sampleRequests(paymentBody, { is: isHarmless })) {
      // Readers of bodies are shared by operations: each operation gets one half. Campaigns send all to each.
      for (const how of /payin|bundles/.test(operation) ? [nextOfOtherType(), nested] : others) {
        const { id } = await api.send(plan, { ...how, purpose: 'defect' });
        assertions.assert('survives', { exchange: id });
      }
    }
  },
);
