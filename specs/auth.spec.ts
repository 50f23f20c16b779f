import { paymentBody } from '../generators/payment.ts';
import { everySpelling, spellings } from '../generators/text.ts';
import type { Compose } from '../harness/draw.ts';
import type { Bodies } from '../harness/offers.ts';
import { hasTokenShape } from '../harness/oracles/credentials.ts';
import { textField } from '../harness/record.ts';
import type { Defect } from '../harness/refuse.ts';
import { faultsOf, type SigningFault } from '../harness/signing.ts';
import { both, create, every, law, must, read, signedBy, spelled, test } from '../harness/test.ts';

const bodiesBy = (compose: Compose): Bodies => ({
  payin: (methods) => compose(paymentBody(methods.payin())),
  payout: (methods) => compose(paymentBody(methods.payout())),
});

/** interface.md § Authentication, the two schemes. */
test('AUT-01 the simple scheme is accepted on every endpoint', must, async ({ api, claims, compose, offers }) => {
  for await (const offer of offers(bodiesBy(compose))) {
    if ('lack' in offer) claims.claim('lacks', { fault: offer.lack });
    else {
      const answer = await api.send(offer.plan, { scheme: 'simple' });
      claims.claim('accepted', { exchange: answer.id, what: `${offer.operation} by the simple scheme` });
    }
  }
});

test('AUT-02 the signed scheme is accepted on every endpoint', must, async ({ api, claims, compose, offers }) => {
  for await (const offer of offers(bodiesBy(compose))) {
    if ('lack' in offer) claims.claim('lacks', { fault: offer.lack });
    else {
      const answer = await api.control(offer.plan);
      claims.claim('accepted', { exchange: answer.id, what: `${offer.operation} by the signed scheme` });
    }
  }
});

/** interface.md § Authentication, signed scheme, rule 2. */
test('AUT-03 the signature covers the exact text that is sent', must, async ({ api, claims, compose, methods }) => {
  const plan = create.payin(compose(paymentBody(methods.payin())));
  const all = await api.send(plan, { text: everySpelling });
  if (all.class === 'accepted')
    return void claims.claim('accepted', { exchange: all.id, what: 'every spelling in one body' });
  for (const { name, text } of spellings) {
    const twin = await api.send(plan, { scheme: 'simple', text });
    const answer = await api.send(plan, { text });
    claims.claim('acceptedLike', { exchange: answer.id, twin: twin.id, what: `a signed body with ${name}` }, name);
  }
});

test('AUT-04 a GET is signed over the empty string', must, async ({ api, claims, refuses }) => {
  const sound = await api.control(read.methods());
  claims.claim('accepted', { exchange: sound.id, what: 'a GET signed over the empty string' }, 'the empty string');
  await refuses(api, read.methods(), { ...signedBy('signed', 'anotherBody'), cell: 'another string' });
});

const formatted = spelled('a formatted body', (sound) => JSON.stringify(JSON.parse(sound), null, 2));

/** Of a body's many faults those that a GET cannot show, and the plainest of the others: each costs a POST. */
const bodyFaults: readonly SigningFault[] = [
  'wrongSecret',
  'anotherBody',
  'bodyNotSigned',
  'anotherSalt',
  'truncated',
  'saltMissing',
  'saltFirst',
  'beforeReformatting',
];

const bodyDefects: readonly Defect[] = [
  signedBy('none'),
  signedBy('simple', 'wrongSecret'),
  ...bodyFaults.map((fault) => signedBy('signed', fault)),
  both(formatted, signedBy('signed', 'beforeReformatting')),
];

test(
  'AUT-05 wrong credentials and signatures are refused without effect',
  must,
  async ({ api, cells, compose, methods, refuses }) => {
    await refuses(api, read.methods(), { ...signedBy('none'), cell: 'GET none' });
    for (const scheme of ['simple', 'signed'] as const)
      for (const fault of faultsOf(scheme, false))
        await refuses(api, read.methods(), { ...signedBy(scheme, fault), cell: `GET ${scheme} ${fault}` });

    const plan = create.payin(compose(paymentBody(methods.payin())));
    for (const defect of cells.each(bodyDefects, ({ name }) => name))
      await refuses(api, plan, { ...defect, effect: true });
  },
);

/** interface.md § Endpoints: all of them require authentication headers. */
test(
  'AUT-07 every documented endpoint requires authentication',
  must,
  async ({ api, claims, compose, offers, refuses }) => {
    for await (const offer of offers(bodiesBy(compose))) {
      if ('lack' in offer) claims.claim('lacks', { fault: offer.lack });
      else await refuses(api, offer.plan, signedBy('none'));
    }
  },
);

/** interface.md § Authentication: tokens can be revoked at any time. */
test('AUT-08 a revoked token is refused', must, async ({ accounts, api, claims, compose, offers }) => {
  const revoked = accounts.of('revoked');
  for await (const offer of offers(bodiesBy(compose))) {
    if ('lack' in offer) {
      claims.claim('lacks', { fault: offer.lack });
      continue;
    }
    const control = await api.control(offer.plan);
    for (const scheme of offer.operation.startsWith('GET ') ? (['signed', 'simple'] as const) : (['signed'] as const)) {
      const sent = await revoked.send(offer.plan, { scheme, purpose: 'defect' });
      const defect = `${offer.operation} by a revoked token, ${scheme}`;
      claims.claim('refused', { exchange: sent.id, control: control.id, defect });
    }
  }
});

const isOfProject = (operation: string) => /\{(?:projectId|widgetId)\}/.test(operation);

/** What any service owes that keeps several accounts. */
test(
  'AUT-09 records of one account are closed to the token of another',
  must.norm,
  async ({ accounts, api, claims, compose, methods, offers }) => {
    const second = accounts.of('second');
    const made = await api.control(create.payin(compose(paymentBody(methods.payin()))));
    const theirs = await second.control(read.methods());
    const [id = '', orderId = ''] = ['id', 'orderId'].map((name) => textField(made.json, name));
    const { clientOrderId = '' } = made.line.request;
    const single = await api.send(read.payment(id));
    // Each is told by what the request for it does not say.
    const asked = [
      { plan: read.payment(id), own: single, trace: clientOrderId },
      { plan: read.search({ clientOrderId }), own: made, trace: id },
      { plan: read.search({ orderId }), own: made, trace: id },
      { plan: read.search({ sort: 'createdAt,desc', size: '50' }), own: made, trace: id },
      { plan: read.payments(), own: made, trace: id },
    ];
    for (const { plan, own, trace } of asked) {
      const foreign = await second.send(plan);
      const what = `the payment ${id} by ${plan.operation}`;
      claims.claim('staysHidden', { own: own.id, foreign: foreign.id, theirs: theirs.id, trace, what });
    }
    for await (const offer of offers(bodiesBy(compose), isOfProject)) {
      if ('lack' in offer) {
        claims.claim('lacks', { fault: offer.lack });
        continue;
      }
      const control = await api.control(offer.plan);
      const sent = await second.send(offer.plan, { purpose: 'defect' });
      const defect = `${offer.operation} for a project of another account`;
      claims.claim('refused', { exchange: sent.id, control: control.id, defect });
    }
  },
);

/** interface.md § General conventions, TKN-: of the configuration, not of the target. */
test('AUT-10 token ids are TKN-<uuid>', law.should, ({ record }) => {
  every(record.credentials, hasTokenShape);
});
