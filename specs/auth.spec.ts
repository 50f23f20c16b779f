import { boolean, integer, subarray } from 'fast-check';
import { paymentBody } from '../generators/payloads/payment.ts';
import {
  everySpelling,
  fittingSpelling,
  numberSpellings,
  type Spelling,
  spellings,
  spellingsTogether,
} from '../generators/texts/spellings.ts';
import { randomOf, shuffled, some } from '../generators/values/draw/chance.ts';
import { hasTokenShape } from '../oracles/auth/credentials.ts';
import { leadsNowhereElse, showsNoSecret } from '../oracles/auth/leaks.ts';
import { inTurn } from '../runner/actions/inputs/turns.ts';
import { populate } from '../runner/actions/payments/population.ts';
import { readAsAnother, readBalancesClosely, readsBackAsAnother } from '../runner/actions/refusals/foreignReads.ts';
import { freeWrites } from '../runner/actions/refusals/freeWrites.ts';
import { refusesCredential } from '../runner/actions/refusals/otherCredential.ts';
import { type Defect, signedAsRead } from '../runner/actions/refusals/refusal.ts';
import { refusesOnceRevoked } from '../runner/actions/refusals/revokedInUse.ts';
import {
  both,
  create,
  every,
  must,
  observe,
  read,
  signedBy,
  spelled,
  test,
  traceCheck,
} from '../runner/requirement/test.ts';
import { signatureGaps } from '../schemas/domain/signatureGaps.ts';
import { digestSchemes, type HeaderScheme, headerSchemes } from '../schemas/domain/signingSchemes.ts';
import type { SigningManner } from '../traffic/signing/authenticate.ts';
import { hexSalts, otherSalts, saltInBase64, saltInBase64url } from '../traffic/signing/salts.ts';
import type { SigningFault } from '../traffic/signing/signingFaults.ts';
import { freshSalt } from '../traffic/signing/signingSchemes.ts';
import type { Plan } from '../traffic/transport/requestPlan.ts';

/** interface.md § Authentication, the two schemes. */
test('AUT-01 the simple scheme is accepted on every endpoint', must, async ({ api, assertions, sampleRequests }) => {
  for await (const { operation, plan } of sampleRequests(paymentBody, { writesTo: 'any project' })) {
    const answer = await api.send(plan, { scheme: 'simple' });
    assertions.assert('accepted', { exchange: answer.id, what: `${operation} by the simple scheme` });
  }
  assertions.assert('staysGranted', { scheme: 'simple' });
});

test('AUT-02 the signed scheme is accepted on every endpoint', must, async ({ api, assertions, sampleRequests }) => {
  for await (const { operation, plan } of sampleRequests(paymentBody)) {
    const answer = await api.control(plan);
    assertions.assert('accepted', { exchange: answer.id, what: `${operation} by the signed scheme` });
  }
  assertions.assert('staysGranted', { scheme: 'signed' });
});

/** interface.md § Authentication, signed scheme, rule 2; X-Salt, a random value such as 64 hex characters. */
test(
  'AUT-03 the signature covers the exact text that is sent',
  must,
  async ({ api, combinations, assertions, compose, draw, methods, harmlessWrites }) => {
    const controlGet = await api.control(read.methods());
    for (const { name, make } of hexSalts) {
      const answer = await api.send(read.methods(), { salt: make() });
      assertions.assert('acceptedLike', { exchange: answer.id, twin: controlGet.id, what: name }, name);
    }
    // A target that takes the one form of 32 random bytes has no reason to refuse the other: it must have decoded a sign.
    const [twin, signs] = [
      await api.send(read.methods(), { salt: saltInBase64url() }),
      await api.send(read.methods(), { salt: saltInBase64() }),
    ];
    const what = 'a salt in base64, like one in base64url,';
    assertions.assert('acceptedLike', { exchange: signs.id, twin: twin.id, what }, what);

    const payin = () => create.payin(compose(paymentBody(methods.payin())));
    const write = (await harmlessWrites.write()) ?? payin();
    const likeUnsigned = (plan: Plan, { text }: Spelling) => api.send(plan, { scheme: 'simple', text });
    const likePlain = (plan: Plan) => api.control(plan);
    const assertAccepted = async (plan: Plan, { name, text }: Spelling, controlOf: typeof likeUnsigned) => {
      const answer = await api.send(plan, { scheme: 'signed', text });
      // An accepted request needs no control request.
      const control = answer.class === 'accepted' ? answer : await controlOf(plan, { name, text });
      assertions.assert(
        'acceptedLike',
        { exchange: answer.id, twin: control.id, what: `a signed body with ${name}` },
        name,
      );
    };
    const isAll = draw(boolean());
    const some = draw(subarray([...spellings], { minLength: 1 }));
    const text = isAll ? everySpelling : spellingsTogether(some);
    await assertAccepted(write, { name: 'every spelling at once', text }, likeUnsigned);
    // Each night has a text and a number that is written in another way. Nobody may refuse a number for its spelling, whatever the scheme.
    for (const spelling of combinations.each(spellings, ({ name }) => name))
      await assertAccepted(write, spelling, likeUnsigned);
    for (const spelling of combinations.each(numberSpellings, ({ name }) => name)) {
      const plan = payin();
      const { scale } = methods.payin();
      const { text: written } = fittingSpelling(spelling, plan.body?.['amount'], scale);
      await assertAccepted(plan, { name: spelling.name, text: written }, likePlain);
    }
  },
);

test('AUT-04 a GET is signed over the empty string', must, async ({ api, assertions, rejects }) => {
  const control = await api.control(read.methods());
  assertions.assert(
    'accepted',
    { exchange: control.id, what: 'a GET signed over the empty string' },
    'the empty string',
  );
  await rejects.refuses(read.methods(), { ...signedBy('signed', 'anotherBody'), combination: 'another string' });
});

const formatted = spelled('a formatted body', (text) => JSON.stringify(JSON.parse(text), null, 2));

/** The signing faults that a request without a body cannot show, and the plainest of the other faults. The list is short, since each fault costs a POST. */
const bodyFaults: readonly SigningFault[] = [
  'wrongSecret',
  'unknownToken',
  'anotherBody',
  'bodyNotSigned',
  'anotherSalt',
  'truncated',
  'signatureMissing',
  'saltMissing',
  'saltForgone',
  'saltNotSigned',
  'saltFirst',
  'saltApart',
  'beforeReformatting',
];

const bodyDefects: readonly Defect[] = [
  signedBy('none'),
  signedBy('simple', 'wrongSecret'),
  ...bodyFaults.map((fault) => signedBy('signed', fault)),
  both(formatted, signedBy('signed', 'beforeReformatting')),
];

/** So many of each free write are wrongly signed in a full run. */
const roundsOfWrites = 4;

const isGet = (operation: string) => operation.startsWith('GET ');

/** How many wrong ways to sign are tried by each scheme on each read; the seed draws which. One of them is always the wrong secret. */
const faultsOfEachRead = 5;

/** How many token ids with the secret of another credential are tried on each read, until each was tried by each scheme. */
const mixedOfEachRead = 8;

test(
  'AUT-05 wrong credentials and signatures are refused without effect',
  must,
  async ({
    accounts,
    api,
    assertions,
    combinations,
    compose,
    draw,
    methods,
    harmlessWrites,
    sampleRequests,
    rejects,
    worker,
  }) => {
    const random = randomOf(draw(integer()));
    const drawnFaults = (scheme: HeaderScheme, hasBody: boolean, most: number) =>
      some(random, rejects.faults(scheme, hasBody), most);
    const nextIsSeen = inTurn(worker, 'a signature that was seen before', [true, false, false]);
    const signedBefore = async (scheme: HeaderScheme) => {
      const salt = freshSalt();
      await api.send(read.methods(), { scheme, salt });
      return signedAsRead(scheme, salt);
    };
    // As many as there are schemes with a digest: each costs a POST. A full run tries a wrong secret on each operation.
    const waysToSign = async () => {
      const isSeen = nextIsSeen();
      const isFull = worker.run.selection.profile === 'full';
      const schemes = some(random, isSeen || isFull ? digestSchemes : headerSchemes, isFull ? 1 : digestSchemes.length);
      const ways: Defect[] = isFull ? [signedBy('simple', 'wrongSecret')] : [];
      for (const scheme of schemes)
        if (isSeen) ways.push(await signedBefore(scheme));
        else ways.push(...drawnFaults(scheme, true, 1).map((fault) => signedBy(scheme, fault)));
      return ways;
    };
    const twice = (plan: Plan) => ({ valid: plan, more: plan });
    const write = (await harmlessWrites.untouched()) ?? twice(create.payin(compose(paymentBody(methods.payin()))));
    const others = await freeWrites({ worker, api, compose, methods, name: assertions.id }, roundsOfWrites);
    const nextWrite = inTurn<Plan | undefined>(worker, 'a write that is wrongly signed', [undefined, ...others]);
    const onWrites = function* (defects: Iterable<Defect>) {
      for (const defect of defects) yield { ...defect, on: nextWrite() };
    };
    await rejects.each(write, onWrites(combinations.each(bodyDefects, ({ name }) => name)));
    await rejects.refuses(read.methods(), { ...signedBy('none'), combination: 'GET none' });
    for (const scheme of headerSchemes)
      for (const fault of rejects.faults(scheme, false))
        await rejects.refuses(read.methods(), { ...signedBy(scheme, fault), combination: `GET ${scheme} ${fault}` });

    const mixed = accounts.mixed.flatMap((one) => headerSchemes.map((scheme) => ({ ...one, scheme })));
    const drawnMixed = shuffled(random, mixed);
    const nextMixed = () => drawnMixed.splice(0, mixedOfEachRead);

    // AUT-07 reports the operations for which no plan can be made. Each operation may forget to verify, so each is tried within two nights.
    const each = { leavesOut: 'what is lacking', tries: 'a write of each kind', writesTo: 'any project' } as const;
    for await (const { operation, plan } of sampleRequests(paymentBody, each))
      if (isGet(operation)) {
        for (const scheme of headerSchemes)
          for (const fault of new Set<SigningFault>(['wrongSecret', ...drawnFaults(scheme, false, faultsOfEachRead)]))
            await rejects.refuses(plan, { ...signedBy(scheme, fault), combination: `${operation} ${scheme}` });
        for (const { name, api: mixed, scheme } of nextMixed()) {
          const defect = `${operation} by the token id of ${name}, ${scheme}`;
          await refusesCredential({ api, assertions }, plan, { by: mixed, scheme, defect });
        }
      } else {
        const effect = /^POST .*\/(?:payin|payout|exchange)$/.test(operation);
        for (const defect of await waysToSign())
          await rejects.refuses(plan, { ...defect, beside: write.valid, effect });
      }
  },
);

const manners: readonly { key: string; manner: SigningManner }[] = [
  { key: 'a digest in upper case', manner: 'upperCase' },
  { key: 'a digest with a digit more', manner: 'digitMore' },
  { key: 'both schemes at once', manner: 'bothSchemes' },
  { key: 'both schemes at once, the secret wrong', manner: 'bothSecretWrong' },
  { key: 'both schemes at once, the signature wrong', manner: 'bothSignatureWrong' },
];

/** Refusals whose form is learned. */
const refusals: readonly Defect[] = [
  signedBy('none'),
  signedBy('simple', 'wrongSecret'),
  signedBy('simple', 'unknownToken'),
  signedBy('signed', 'wrongSecret'),
  signedBy('signed', 'saltMissing'),
];

test(
  'AUT-06 what the schemes leave open is learned from the target',
  observe,
  async ({ api, assertions, compose, methods, harmlessWrites }) => {
    const plan = read.methods();
    const control = (await api.control(plan)).id;
    const learn = (key: string, { id }: { id: string }) =>
      assertions.assert('letsIn', { exchange: id, twin: control, key });

    for (const { key, manner } of manners) learn(key, await api.send(plan, { manner }));
    for (const { name, make } of otherSalts) {
      const first = await api.send(plan, { salt: make() });
      // The target may have refused a short salt because a request of another user happened to have the same salt.
      const sent = first.class === 'refused' ? await api.send(plan, { salt: make() }) : first;
      learn(name, sent);
    }
    for (const { name, change } of refusals) {
      const { id } = await api.send(plan, { ...change(plan).how, purpose: 'defect' });
      assertions.assert('refusalLooks', { exchange: id, key: name });
    }

    const captured = freshSalt();
    await api.send(plan, { salt: captured });
    learn(signatureGaps.replay, await api.send(plan, { salt: captured }));
    learn(signatureGaps.path, await api.send(read.exchangeRates(), { salt: captured }));
    const page = freshSalt();
    await api.send(read.search({ size: '1' }), { salt: page });
    learn(signatureGaps.query, await api.send(read.search({ size: '2' }), { salt: page }));

    const salt = freshSalt();
    const write = (await harmlessWrites.write()) ?? create.payin(compose(paymentBody(methods.payins()[0])));
    const posted = await api.send(write, { salt });
    learn('a salt used before, with another body', await api.send(plan, { salt }));
    learn(signatureGaps.joint, await api.send(plan, { salt: `${posted.line.request.body?.text ?? ''}${salt}` }));
  },
);

/** interface.md § Endpoints: all of them require authentication headers. */
test('AUT-07 every documented endpoint requires authentication', must, async ({ sampleRequests, rejects }) => {
  // A GET costs nothing, so the test can send a GET as the control request in the same minute as a refused POST.
  for await (const { operation, plan } of sampleRequests(paymentBody, { writesTo: 'any project' }))
    await rejects.refuses(plan, { ...signedBy('none'), ...(!isGet(operation) && { beside: read.methods() }) });
});

/** interface.md § Authentication: tokens can be revoked at any time. */
test(
  'AUT-08 a revoked token is refused',
  must,
  async ({ accounts, api, assertions, control, sampleRequests, worker }) => {
    const revoked = accounts.of('revoked');
    await refusesOnceRevoked({ worker, assertions, control, by: revoked });
    for await (const { operation, plan } of sampleRequests(paymentBody))
      for (const scheme of isGet(operation) ? headerSchemes.toReversed() : digestSchemes) {
        const defect = `${operation} by a revoked token, ${scheme}`;
        await refusesCredential({ api, assertions }, plan, { by: revoked, scheme, defect });
      }
  },
);

const isOfProject = (operation: string) => /\{(?:projectId|widgetId)\}/.test(operation);

/** A norm for any service with several accounts. The test runs when the account holds much, while those that are left wait for POSTs. */
test(
  'AUT-09 records of one account are closed to the token of another',
  must.norm,
  async ({ accounts, api, assertions, draw, methods, paths, sampleRequests, worker }) => {
    const second = accounts.of('second');
    const alone = await second.send(read.balances());
    const theirs = await second.control(read.methods());
    await populate({ api, draw, methods });
    const ownAlone = await api.send(read.balances());
    const { record, run, target } = worker;
    const random = randomOf(draw(integer()));
    const foreign = await readAsAnother({ own: api, second, record, random, profile: run.selection.profile });
    assertions.assert('keepsApart', { theirs: theirs.id, foreign });
    const close = await readBalancesClosely({ own: api, second }, alone);
    for (const { id } of target.projects.slice(1)) {
      const control = await api.send(read.depositOptions(id));
      const sent = await second.send(read.depositOptions(id), { purpose: 'defect' });
      assertions.assert('refused', {
        exchange: sent.id,
        control: control.id,
        defect: `the deposit options of ${id}, of another account`,
      });
    }
    for await (const { operation, plan } of sampleRequests(paymentBody, { is: isOfProject })) {
      const defect = `${operation} for a project of another account`;
      await refusesCredential({ api, assertions }, plan, { by: second, defect });
    }
    for (const one of await readsBackAsAnother({ own: api, second, record, paths }))
      assertions.assert('staysHidden', { theirs: theirs.id, ...one });
    const after = await second.send(read.balances());
    assertions.assert('balancesApart', {
      own: { alone: ownAlone.id, close: close.own },
      second: { alone: alone.id, close: close.second, after: after.id },
    });
  },
);

/** interface.md § General conventions, TKN-. The check judges the configuration, not the target. */
test('AUT-10 token ids are TKN-<uuid>', traceCheck.should, ({ record }) => {
  every(record.credentials, hasTokenShape);
});

/** A norm for any service: whoever reads an answer, or a log of answers, must not be able to sign with it. */
test('AUT-11 no answer shows the secret of an account', traceCheck.must.norm, ({ record }) => {
  every(record.exchanges, showsNoSecret);
});

/** A norm for any service: a client that follows the redirect sends its credential to the other host. */
test('AUT-12 no documented operation leads to another host', traceCheck.must.norm, ({ record }) => {
  every(record.exchanges, leadsNowhereElse(record.whole));
});
