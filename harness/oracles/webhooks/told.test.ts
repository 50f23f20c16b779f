import { expect, test } from '@playwright/test';
import type { RunRecord } from '../../record.ts';
import { paymentLike, runLine, type Told } from '../../recorded.ts';
import { checkoutLike, creationOf, readOf, requestLike } from '../../recordedAcquiring.ts';
import { recordHeard, registrationLine, type ToldDelivery } from '../../recordedWebhooks.ts';
import { bareDeliveries, isBare, signsWebhooks } from './digest.ts';
import { heardIn, sentIn } from './heard.ts';
import { beginningsTold, webhookTraits } from './observed.ts';
import { owedIn, tellsTheMove, wasAnnounced } from './owed.ts';
import { accountsIn, agreesInWebhooks, endsOnce } from './payments.ts';
import { isFromSource, isPaymentRecord, isPosted } from './posted.ts';
import { agreesWithReads, askedIn, comparedIn, isReadable } from './reads.ts';
import { leavesNothing } from './refused.ts';
import { lacking } from './registered.ts';
import { convictsNoOrder } from './reordered.ts';

const key = 'run-key-0001';

const payment = (status: string, more: object = {}) =>
  paymentLike({ id: 'PMT-1', clientOrderId: key, status, ...more });

const created = (atMs = 1_000): Told => ({
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key,
  answer: payment('NEW'),
  atMs,
});

const get = (status: string, atMs: number, more: object = {}): Told => ({
  operation: 'GET /v1/user/payments/{id}',
  path: '/v1/user/payments/PMT-1',
  answer: payment(status, more),
  atMs,
});

const told = (status: string, atMs: number, more: Partial<ToldDelivery> = {}): ToldDelivery => ({
  body: payment(status),
  atMs,
  ...more,
});

/** Long enough after for anything to have come. */
const late = get('SUCCESS', 60_000);

const codes = (faults: readonly ({ code: string } | undefined)[]) => faults.flatMap((fault) => fault?.code ?? []);

const owedBy = (record: RunRecord) => codes(owedIn(record).map(wasAnnounced(record)));

test.describe('what is announced', () => {
  test('each status that reads saw a payment move into, in whatever order', async () => {
    const exchanges = [created(), get('PENDING', 2_000), get('SUCCESS', 3_000), late];
    const both = [told('SUCCESS', 3_100), told('PENDING', 9_000), told('SUCCESS', 9_100)];
    const record = await recordHeard({ exchanges, deliveries: both });
    expect(owedIn(record).map(({ status }) => status)).toEqual(['PENDING', 'SUCCESS']);
    expect(owedBy(record)).toEqual([]);
    expect(owedBy(await recordHeard({ exchanges, deliveries: [told('SUCCESS', 3_100)] }))).toEqual(['notAnnounced']);
  });

  test('where the operator set the webhook, and none of its kind came, nobody is convicted', async () => {
    const exchanges = [created(), get('SUCCESS', 3_000), late];
    const lines = [registrationLine('payment', { by: 'operator' })];
    expect(owedBy(await recordHeard({ exchanges, lines }))).toEqual(['missing']);
    const other = told('NEW', 500);
    expect(owedBy(await recordHeard({ exchanges, lines, deliveries: [other] }))).toEqual(['notAnnounced']);
  });

  test('what comes when a payment moves tells of that move, unless another does', async () => {
    const exchanges = [created(), get('PENDING', 2_000), get('SUCCESS', 3_000), late];
    const says = async (...deliveries: readonly ToldDelivery[]) => {
      const record = await recordHeard({ exchanges, deliveries });
      return codes(owedIn(record).map(tellsTheMove(record)));
    };
    expect(await says(told('PENDING', 2_100), told('SUCCESS', 3_100), told('PENDING', 9_000))).toEqual([]);
    expect(await says(told('NEW', 2_100), told('PENDING', 3_100))).toEqual(['differs']);
    expect(await says(told('FROZEN', 1_500), told('SUCCESS', 3_100))).toEqual(['differs']);
    expect(await says(told('NEW', 500))).toEqual([]);
  });

  test('nothing is owed of what was made before the registration, moved too late, or is not ours', async () => {
    const exchanges = [created(), get('SUCCESS', 3_000), late];
    const since = registrationLine('payment', { askedNs: '5000000000', atNs: '5000000000' });
    expect(owedIn(await recordHeard({ exchanges, lines: [since] }))).toEqual([]);
    expect(owedIn(await recordHeard({ exchanges: [created(), get('SUCCESS', 3_000)] }))).toEqual([]);
    expect(owedIn(await recordHeard({ exchanges: exchanges.slice(1) }))).toEqual([]);
  });

  test('what moved while nobody listened is owed only when all retries were played', async () => {
    const exchanges = [created(), get('SUCCESS', 3_000), late];
    const deaf = {
      kind: 'deaf',
      requirement: 'WHK-07',
      planned: true,
      fromNs: '2000000000',
      untilNs: '4000000000',
    } as const;
    expect(owedIn(await recordHeard({ exchanges, lines: [deaf] }))).toEqual([]);
    const played = {
      kind: 'lever',
      requirement: 'sweep',
      what: 'clock',
      args: { advanceMs: 46 * 3_600_000 },
      ok: true,
      atNs: '61000000000',
    } as const;
    expect(owedBy(await recordHeard({ exchanges, lines: [deaf, played] }))).toEqual(['notAnnounced']);
    // Played at once, while a webhook would still be on its way by our clock.
    const soon = { ...played, atNs: '4100000000' };
    expect(owedBy(await recordHeard({ exchanges, lines: [deaf, soon] }))).toEqual(['notAnnounced']);
  });

  test('checkouts and requests, by bodies of any form', async () => {
    const exchanges = [
      creationOf('request'),
      readOf('request', { status: 'SUCCESS' }, 3_000),
      creationOf('checkout'),
      readOf('checkout', { status: 'EXPIRED' }, 5_000),
      late,
    ];
    const bodies = (request: unknown, checkout: unknown): ToldDelivery[] => [
      { kind: 'request', body: request, atMs: 3_100 },
      { kind: 'checkout', body: checkout, atMs: 5_100 },
    ];
    const sound = [
      bodies(requestLike({ status: 'SUCCESS' }), checkoutLike({ status: 'EXPIRED' })),
      bodies({ event: { data: requestLike({ status: 'SUCCESS' }) } }, { data: [checkoutLike({ status: 'EXPIRED' })] }),
      bodies({ requestId: 'CAPD-1', state: 'SUCCESS' }, { checkout: 'CCO-1', newStatus: 'EXPIRED' }),
      bodies({ requestId: 'CAPD-1', paid: true }, { checkout: 'CCO-1', over: 1 }),
    ];
    for (const deliveries of sound) expect(owedBy(await recordHeard({ exchanges, deliveries }))).toEqual([]);
    const others = bodies(requestLike({ id: 'CAPD-2', status: 'SUCCESS' }), checkoutLike({ status: 'NEW' }));
    expect(owedBy(await recordHeard({ exchanges, deliveries: others }))).toEqual(['notAnnounced', 'notAnnounced']);
    const nameless = bodies({ hash: 'abc' }, { hash: 'abc' });
    expect(owedBy(await recordHeard({ exchanges, deliveries: nameless }))).toEqual(['noEvidence', 'noEvidence']);
  });
});

test.describe('signatures', () => {
  const signed = async (digest: ToldDelivery['digest'], lines: readonly ReturnType<typeof registrationLine>[]) => {
    const deliveries = [told('SUCCESS', 9_000, digest && { digest })];
    return signsWebhooks(await recordHeard({ exchanges: [created(5_000), late], deliveries, lines }), {}).state;
  };
  const first = registrationLine('payment');
  const second = registrationLine('payment', { secret: 2, askedNs: '2000000000', atNs: '3000000000' });
  const later = registrationLine('payment', { secret: 2, askedNs: '7000000000', atNs: '8000000000' });

  test('are by the secret that is set, or by either of two that were set meanwhile', async () => {
    expect(await signed({ present: true, secret: 1 }, [first])).toBe('held');
    expect(await signed({ present: true, secret: 1 }, [first, later])).toBe('held');
    expect(await signed({ present: true, secret: 2 }, [first, later])).toBe('held');
    expect(await signed({ present: true, secret: 2 }, [first, second])).toBe('held');
  });

  test('are missing, wrong, or by a secret that was replaced before', async () => {
    expect(await signed({ present: false }, [first])).toBe('broken');
    expect(await signed({ present: true, fault: 'otherAlgorithm' }, [first])).toBe('broken');
    expect(await signed({ present: true, secret: 1 }, [first, second])).toBe('broken');
  });

  test('say nothing of what was made before the secret was set', async () => {
    const since = registrationLine('payment', { askedNs: '6000000000', atNs: '6000000000' });
    expect(await signed({ present: true, fault: 'unexplained' }, [since])).toBe('undecided');
  });

  test('there is none without a secret', async () => {
    const { secret: _, ...bare } = registrationLine('payment');
    const faults = async (digest: NonNullable<ToldDelivery['digest']>) => {
      const deliveries = [told('SUCCESS', 9_000, { digest })];
      const record = await recordHeard({ exchanges: [created()], deliveries, lines: [bare] });
      return codes(bareDeliveries(record).map(isBare));
    };
    expect(await faults({ present: false })).toEqual([]);
    expect(await faults({ present: true, fault: 'unexplained' })).toEqual(['differs']);
  });
});

test('a webhook is a POST of JSON from the address that is named, a payment webhook the Payment', async () => {
  const deliveries = [told('SUCCESS', 1), told('NEW', 2, { method: 'GET' }), told('NEW', 3, { body: 'status=NEW' })];
  const record = await recordHeard({ deliveries });
  expect(codes(heardIn(record).map(isPosted))).toEqual(['differs', 'differs']);
  const [one] = heardIn(record);
  expect(one && isFromSource('::ffff:127.0.0.1')(one)).toBeUndefined();
  expect(one && isFromSource('10.0.0.1')(one)?.code).toBe('differs');
  expect(one && isPaymentRecord(record.contract)(one)).toEqual([]);
  const wrapped = await recordHeard({ deliveries: [told('NEW', 1, { body: { payment: payment('NEW') } })] });
  expect(codes(heardIn(wrapped).flatMap(isPaymentRecord(record.contract)))).toContain('schema');
});

test('what was sent to another path than was set is convicted, and is evidence for nothing else', async () => {
  const record = await recordHeard({ deliveries: [told('NEW', 1), told('NEW', 2, { strayed: true })] });
  expect(codes(sentIn(record).map(isPosted))).toEqual(['differs']);
  expect(heardIn(record)).toHaveLength(1);
});

test.describe('webhooks and reads of one record', () => {
  const of = async (deliveries: readonly ToldDelivery[], ...exchanges: readonly Told[]) => {
    const record = await recordHeard({ exchanges: [created(), ...exchanges], deliveries });
    return codes(comparedIn(record).map(agreesWithReads));
  };

  test('agree where a read shows what was told, or what follows', async () => {
    expect(await of([told('PENDING', 2_000)], late)).toEqual([]);
    expect(await of([told('SUCCESS', 2_000)], get('PENDING', 2_500), late)).toEqual([]);
    expect(await of([told('PENDING', 61_000)], get('SUCCESS', 3_000), get('SUCCESS', 90_000))).toEqual([]);
  });

  test('disagree where no read ever shows it', async () => {
    expect(await of([told('SUCCESS', 2_000)], get('PENDING', 60_000))).toEqual(['differs']);
    expect(await of([told('FAILED', 2_000)], late)).toEqual(['differs']);
    expect(await of([told('SUCCESS', 2_000)], get('PENDING', 2_500))).toEqual([]);
  });

  test('of a request that was paid after it had expired nothing is said', async () => {
    const exchanges = [creationOf('request'), readOf('request', { status: 'SUCCESS' }, 60_000)];
    const expired: ToldDelivery = { kind: 'request', body: requestLike({ status: 'EXPIRED' }), atMs: 3_000 };
    const record = await recordHeard({ exchanges, deliveries: [expired] });
    expect(codes(comparedIn(record).map(agreesWithReads))).toEqual([]);
    const waiting = [creationOf('request'), readOf('request', {}, 60_000)];
    const paid: ToldDelivery = { kind: 'request', body: requestLike({ status: 'SUCCESS' }), atMs: 3_000 };
    const other = await recordHeard({ exchanges: waiting, deliveries: [paid] });
    expect(codes(comparedIn(other).map(agreesWithReads))).toEqual(['differs']);
  });

  test('a payment that was told of can be read', async () => {
    const gone = { ...late, status: 404, answer: {} };
    const readable = async (...exchanges: readonly Told[]) => {
      const record = await recordHeard({ exchanges, deliveries: [told('SUCCESS', 2_000)] });
      return codes(askedIn(record).map(isReadable));
    };
    expect(await readable(created(), late)).toEqual([]);
    expect(await readable(created(), gone)).toEqual(['differs']);
    expect(await readable(created(), { ...gone, atMs: 2_500 }, { ...late, atMs: 3_000 })).toEqual([]);
    const denied: Told = { ...gone, status: 401, purpose: 'defect' };
    expect(await readable(created(), denied, { ...late, atMs: 3_000 })).toEqual([]);
  });

  test('say the same of what does not move', async () => {
    const of = async (body: object, ...exchanges: readonly Told[]) => {
      const record = await recordHeard({
        exchanges: [created(), ...exchanges],
        deliveries: [told('SUCCESS', 2_000, { body })],
      });
      return accountsIn(record)
        .flatMap(agreesInWebhooks)
        .map(({ code }) => code);
    };
    expect(await of(payment('SUCCESS', { comment: null, externalId: 'e1' }), late)).toEqual([]);
    expect(await of(payment('SUCCESS', { currency: 'USD' }), late)).toEqual(['disagreement']);
    const settled = get('SUCCESS', 60_000, { externalId: 'e2' });
    expect(await of(payment('SUCCESS', { externalId: 'e1' }), settled)).toEqual(['disagreement']);
    const partial = payment('PARTIAL_SUCCESS', { amount: 5 });
    expect(await of(partial, get('PARTIAL_SUCCESS', 60_000, { amount: 5 }))).toEqual([]);
  });

  test('two ends of one payment contradict each other in any order', async () => {
    const ends = async (...deliveries: readonly ToldDelivery[]) => {
      const record = await recordHeard({ exchanges: [created(), late], deliveries });
      return codes(accountsIn(record).map(endsOnce(record)));
    };
    expect(await ends(told('SUCCESS', 2_000), told('PENDING', 3_000), told('SUCCESS', 4_000))).toEqual([]);
    expect(await ends(told('SUCCESS', 2_000), told('FAILED', 3_000))).toEqual(['leftFinal']);
  });
});

test('no webhook tells of a creation that was refused', async () => {
  const refused: Told = { ...created(), status: 400, answer: {}, key: 'run-key-0002' };
  const search: Told = {
    operation: 'GET /v2/user/payments/search',
    path: '/v2/user/payments/search?clientOrderId=run-key-0002',
    answer: { content: [] },
    atMs: 60_000,
  };
  const found = {
    ...search,
    path: `/v2/user/payments/search?clientOrderId=${key}`,
    answer: { content: [payment('NEW')] },
  };
  const exchanges = [created(), refused, search, found];
  const body = payment('NEW', { clientOrderId: 'run-key-0002' });
  expect(leavesNothing(await recordHeard({ exchanges, deliveries: [told('NEW', 2_000)] })).state).toBe('held');
  expect(leavesNothing(await recordHeard({ exchanges, deliveries: [told('NEW', 2_000, { body })] })).state).toBe(
    'broken',
  );
});

test('duplicates and another order convict nobody that was not convicted', async () => {
  const exchanges = [created(), get('PENDING', 2_000), get('SUCCESS', 3_000), late];
  const deliveries = [told('PENDING', 2_100), told('SUCCESS', 3_100)];
  expect(convictsNoOrder(await recordHeard({ exchanges, deliveries }))).toEqual([]);
  expect(convictsNoOrder(await recordHeard({ exchanges, deliveries: [told('FAILED', 2_100)] }))).toEqual([]);
  const byOrder = ({
    webhooks: {
      deliveries: [first],
    },
  }: RunRecord) =>
    first?.text.includes('PENDING') ? [] : [{ code: 'noEvidence' as const, wanted: 'order', exchanges: [] }];
  expect(codes(convictsNoOrder(await recordHeard({ exchanges, deliveries }), byOrder))).toEqual(['suiteError']);
});

test('what is not shown is learned: forms of bodies, and whether creation is announced', async () => {
  const exchanges = [created(), creationOf('checkout'), late];
  const deliveries: ToldDelivery[] = [
    told('NEW', 1_100),
    { kind: 'checkout', body: { id: 'CCO-1', over: true }, atMs: 2_000 },
  ];
  const record = await recordHeard({ exchanges, deliveries });
  const traits = Object.fromEntries(webhookTraits(record).map(({ key: name, value }) => [name, value]));
  expect(traits).toMatchObject({
    'payment webhooks are set': 'control',
    'body of payment webhooks': 'the Payment itself',
    'body of checkout webhooks': 'id, over',
    'content type of payment webhooks': 'application/json',
  });
  expect(beginningsTold(record).map(({ key: name, value }) => `${name}: ${value}`)).toEqual([
    'creation of a pay-in: announced',
    'creation of a checkout: not announced',
  ]);
});

test('what only one of several shards hears need not be there', async () => {
  const shard = { ...runLine, selection: { ...runLine.selection, shard: { index: 2, of: 2 } } };
  expect(lacking('checkout')(await recordHeard({}))).toBeUndefined();
  expect(lacking('checkout')(await recordHeard({ lines: [shard] }))?.code).toBe('notApplicable');
  expect(lacking('checkout')(await recordHeard({ lines: [registrationLine('payment'), shard] }))?.code).toBe('missing');
});
