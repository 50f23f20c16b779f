import { expect, test } from '@playwright/test';
import { checkoutLike, creationOf, readOf, requestLike } from '../../../tests/support/records/acquiringRecords.ts';
import { paymentLike, runLine, type SampleExchange } from '../../../tests/support/records/records.ts';
import {
  recordOfWebhooks,
  registrationLine,
  type SampleDelivery,
} from '../../../tests/support/records/webhookRecords.ts';
import type { RegistrationLine } from '../../../traffic/journal/journalTypes.ts';
import type { RunRecord } from '../../../traffic/journal/runRecord.ts';
import { receivedDeliveries, sentDeliveries } from '../received/deliveries.ts';
import { absenceFault } from '../received/registrations.ts';
import { isFromSource, isPaymentRecord, isPosted } from './deliveryForm.ts';
import { isUnsigned, signsWebhooks, unsignedDeliveries } from './digest.ts';
import { expectedDeliveries, reportsTheMove, wasAnnounced } from './expected.ts';
import { creationAnnouncements, webhookObservations } from './observedDeliveries.ts';
import { agreesInWebhooks, endsOnce, paymentReports } from './paymentDeliveries.ts';
import { agreesWithReads, comparedDeliveries, isReadable, readsAfterDelivery } from './readAgreement.ts';
import { leavesNothing } from './refusedCreations.ts';
import { isOrderIndependent } from './reordering.ts';

const key = 'run-key-0001';

const payment = (status: string, more: object = {}) =>
  paymentLike({ id: 'PMT-1', clientOrderId: key, status, ...more });

const created = (atMs = 1_000): SampleExchange => ({
  operation: 'POST /v1/user/payments/payin',
  path: '/v1/user/payments/payin',
  key,
  answer: payment('NEW'),
  atMs,
});

const get = (status: string, atMs: number, more: object = {}): SampleExchange => ({
  operation: 'GET /v1/user/payments/{id}',
  path: '/v1/user/payments/PMT-1',
  answer: payment(status, more),
  atMs,
});

const told = (status: string, atMs: number, more: Partial<SampleDelivery> = {}): SampleDelivery => ({
  body: payment(status),
  atMs,
  ...more,
});

/** Long enough after for anything to have come. */
const late = get('SUCCESS', 60_000);

const codes = (faults: readonly ({ code: string } | undefined)[]) => faults.flatMap((fault) => fault?.code ?? []);

const owedBy = (record: RunRecord) => codes(expectedDeliveries(record).map(wasAnnounced(record)));

test.describe('announcements', () => {
  test('each status that reads show is announced, in any order', async () => {
    const exchanges = [created(), get('PENDING', 2_000), get('SUCCESS', 3_000), late];
    const both = [told('SUCCESS', 3_100), told('PENDING', 9_000), told('SUCCESS', 9_100)];
    const record = await recordOfWebhooks({ exchanges, deliveries: both });
    expect(expectedDeliveries(record).map(({ status }) => status)).toEqual(['PENDING', 'SUCCESS']);
    expect(owedBy(record)).toEqual([]);
    expect(owedBy(await recordOfWebhooks({ exchanges, deliveries: [told('SUCCESS', 3_100)] }))).toEqual([
      'notAnnounced',
    ]);
  });

  test('a return to an earlier status is announced after the status was left', async () => {
    const reads = [get('PENDING', 2_000), get('FROZEN', 3_000), get('PENDING', 4_000)];
    const exchanges = [created(), ...reads, late];
    const owedAfter = async (...returned: readonly SampleDelivery[]) => {
      const deliveries = [told('PENDING', 2_100), told('FROZEN', 3_100), ...returned];
      return owedBy(await recordOfWebhooks({ exchanges, deliveries }));
    };
    expect(await owedAfter(told('PENDING', 4_100))).toEqual([]);
    expect(await owedAfter()).toEqual(['notAnnounced']);
    expect(await owedAfter(told('PENDING', 2_900))).toEqual(['notAnnounced']);
  });

  test('nothing fails if the operator set the webhook and none of its kind arrived', async () => {
    const exchanges = [created(), get('SUCCESS', 3_000), late];
    const lines = [registrationLine('payment', { by: 'operator' })];
    expect(owedBy(await recordOfWebhooks({ exchanges, lines }))).toEqual(['missing']);
    const other = told('NEW', 500);
    expect(owedBy(await recordOfWebhooks({ exchanges, lines, deliveries: [other] }))).toEqual(['notAnnounced']);
  });

  test('a webhook at the time of a transition reports it, unless another does', async () => {
    const exchanges = [created(), get('PENDING', 2_000), get('SUCCESS', 3_000), late];
    const says = async (...deliveries: readonly SampleDelivery[]) => {
      const record = await recordOfWebhooks({ exchanges, deliveries });
      return codes(expectedDeliveries(record).map(reportsTheMove(record)));
    };
    expect(await says(told('PENDING', 2_100), told('SUCCESS', 3_100), told('PENDING', 9_000))).toEqual([]);
    expect(await says(told('NEW', 2_100), told('PENDING', 3_100))).toEqual(['differs']);
    expect(await says(told('FROZEN', 1_500), told('SUCCESS', 3_100))).toEqual(['differs']);
    expect(await says(told('NEW', 500))).toEqual([]);
  });
});

test.describe('expected webhooks', () => {
  test("records before the registration, late transitions and other users' records need no webhook", async () => {
    const exchanges = [created(), get('SUCCESS', 3_000), late];
    const since = registrationLine('payment', { askedNs: '5000000000', atNs: '5000000000' });
    expect(expectedDeliveries(await recordOfWebhooks({ exchanges, lines: [since] }))).toEqual([]);
    expect(expectedDeliveries(await recordOfWebhooks({ exchanges: [created(), get('SUCCESS', 3_000)] }))).toEqual([]);
    expect(expectedDeliveries(await recordOfWebhooks({ exchanges: exchanges.slice(1) }))).toEqual([]);
  });

  test('a transition while nobody listened needs a webhook only after all retries were played', async () => {
    const exchanges = [created(), get('SUCCESS', 3_000), late];
    const deaf = {
      kind: 'deaf',
      requirement: 'WHK-07',
      planned: true,
      fromNs: '2000000000',
      untilNs: '4000000000',
    } as const;
    expect(expectedDeliveries(await recordOfWebhooks({ exchanges, lines: [deaf] }))).toEqual([]);
    const played = {
      kind: 'lever',
      requirement: 'sweep',
      what: 'clock',
      args: { advanceMs: 46 * 3_600_000 },
      ok: true,
      atNs: '61000000000',
    } as const;
    expect(owedBy(await recordOfWebhooks({ exchanges, lines: [deaf, played] }))).toEqual(['notAnnounced']);
    const soon = { ...played, atNs: '4100000000' };
    expect(owedBy(await recordOfWebhooks({ exchanges, lines: [deaf, soon] }))).toEqual(['notAnnounced']);
  });

  test('checkouts and requests are announced, by bodies of any form', async () => {
    const exchanges = [
      creationOf('request'),
      readOf('request', { status: 'SUCCESS' }, 3_000),
      creationOf('checkout'),
      readOf('checkout', { status: 'EXPIRED' }, 5_000),
      late,
    ];
    const bodies = (request: unknown, checkout: unknown): SampleDelivery[] => [
      { kind: 'request', body: request, atMs: 3_100 },
      { kind: 'checkout', body: checkout, atMs: 5_100 },
    ];
    const sound = [
      bodies(requestLike({ status: 'SUCCESS' }), checkoutLike({ status: 'EXPIRED' })),
      bodies({ event: { data: requestLike({ status: 'SUCCESS' }) } }, { data: [checkoutLike({ status: 'EXPIRED' })] }),
      bodies({ requestId: 'CAPD-1', state: 'SUCCESS' }, { checkout: 'CCO-1', newStatus: 'EXPIRED' }),
      bodies({ requestId: 'CAPD-1', paid: true }, { checkout: 'CCO-1', over: 1 }),
    ];
    for (const deliveries of sound) expect(owedBy(await recordOfWebhooks({ exchanges, deliveries }))).toEqual([]);
    const others = bodies(requestLike({ id: 'CAPD-2', status: 'SUCCESS' }), checkoutLike({ status: 'NEW' }));
    expect(owedBy(await recordOfWebhooks({ exchanges, deliveries: others }))).toEqual(['notAnnounced', 'notAnnounced']);
    const nameless = bodies({ hash: 'abc' }, { hash: 'abc' });
    expect(owedBy(await recordOfWebhooks({ exchanges, deliveries: nameless }))).toEqual(['noEvidence', 'noEvidence']);
  });
});

test.describe('signatures', () => {
  const signed = async (digest: SampleDelivery['digest'], lines: readonly ReturnType<typeof registrationLine>[]) => {
    const deliveries = [told('SUCCESS', 9_000, digest && { digest })];
    return signsWebhooks(await recordOfWebhooks({ exchanges: [created(5_000), late], deliveries, lines }), {}).state;
  };
  const first = registrationLine('payment');
  const second = registrationLine('payment', { secret: 2, askedNs: '2000000000', atNs: '3000000000' });
  const later = registrationLine('payment', { secret: 2, askedNs: '7000000000', atNs: '8000000000' });

  test('use the secret that is set, or either of two set at the time', async () => {
    expect(await signed({ present: true, secret: 1 }, [first])).toBe('held');
    expect(await signed({ present: true, secret: 1 }, [first, later])).toBe('held');
    expect(await signed({ present: true, secret: 2 }, [first, later])).toBe('held');
    expect(await signed({ present: true, secret: 2 }, [first, second])).toBe('held');
  });

  test('fail if they are missing, wrong, or use a secret that was replaced before', async () => {
    expect(await signed({ present: false }, [first])).toBe('broken');
    expect(await signed({ present: true, fault: 'otherAlgorithm' }, [first])).toBe('broken');
    expect(await signed({ present: true, secret: 1 }, [first, second])).toBe('broken');
  });

  test('decide nothing about records from before the secret', async () => {
    const since = registrationLine('payment', { askedNs: '6000000000', atNs: '6000000000' });
    expect(await signed({ present: true, fault: 'unexplained' }, [since])).toBe('undecided');
  });

  test('are absent without a secret', async () => {
    const { secret: _, ...bare } = registrationLine('payment');
    const faults = async (digest: NonNullable<SampleDelivery['digest']>, by: RegistrationLine['by'] = 'control') => {
      const deliveries = [told('SUCCESS', 9_000, { digest })];
      const record = await recordOfWebhooks({ exchanges: [created()], deliveries, lines: [{ ...bare, by }] });
      return codes(unsignedDeliveries(record).map(isUnsigned));
    };
    expect(await faults({ present: false })).toEqual([]);
    expect(await faults({ present: true, fault: 'unexplained' })).toEqual(['differs']);
    // The target's own API may keep a secret that the account had before.
    expect(await faults({ present: true, fault: 'unexplained' }, 'api')).toEqual([]);
  });
});

test('a webhook is a JSON POST from the named address, a payment webhook carries the Payment', async () => {
  const deliveries = [told('SUCCESS', 1), told('NEW', 2, { method: 'GET' }), told('NEW', 3, { body: 'status=NEW' })];
  const record = await recordOfWebhooks({ deliveries });
  expect(codes(receivedDeliveries(record).map(isPosted))).toEqual(['differs', 'differs']);
  const [one] = receivedDeliveries(record);
  expect(one && isFromSource('::ffff:127.0.0.1')(one)).toBeUndefined();
  expect(one && isFromSource('10.0.0.1')(one)?.code).toBe('differs');
  expect(one && isPaymentRecord(record.contract)(one)).toEqual([]);
  const wrapped = await recordOfWebhooks({ deliveries: [told('NEW', 1, { body: { payment: payment('NEW') } })] });
  expect(codes(receivedDeliveries(wrapped).flatMap(isPaymentRecord(record.contract)))).toContain('schema');
});

test('a webhook to a path that was not set fails, and is no other evidence', async () => {
  const record = await recordOfWebhooks({ deliveries: [told('NEW', 1), told('NEW', 2, { strayed: true })] });
  expect(codes(sentDeliveries(record).map(isPosted))).toEqual(['differs']);
  expect(receivedDeliveries(record)).toHaveLength(1);
});

test.describe('webhooks and reads of one record', () => {
  const of = async (deliveries: readonly SampleDelivery[], ...exchanges: readonly SampleExchange[]) => {
    const record = await recordOfWebhooks({ exchanges: [created(), ...exchanges], deliveries });
    return codes(comparedDeliveries(record).map(agreesWithReads));
  };

  test('agree if a read shows the announced status or a later one', async () => {
    expect(await of([told('PENDING', 2_000)], late)).toEqual([]);
    expect(await of([told('SUCCESS', 2_000)], get('PENDING', 2_500), late)).toEqual([]);
    expect(await of([told('PENDING', 61_000)], get('SUCCESS', 3_000), get('SUCCESS', 90_000))).toEqual([]);
  });

  test('disagree if no read ever shows it', async () => {
    expect(await of([told('SUCCESS', 2_000)], get('PENDING', 60_000))).toEqual(['differs']);
    expect(await of([told('FAILED', 2_000)], late)).toEqual(['differs']);
    expect(await of([told('SUCCESS', 2_000)], get('PENDING', 2_500))).toEqual([]);
  });

  test('decide nothing about a request that was paid after its expiry', async () => {
    const exchanges = [creationOf('request'), readOf('request', { status: 'SUCCESS' }, 60_000)];
    const expired: SampleDelivery = { kind: 'request', body: requestLike({ status: 'EXPIRED' }), atMs: 3_000 };
    const record = await recordOfWebhooks({ exchanges, deliveries: [expired] });
    expect(codes(comparedDeliveries(record).map(agreesWithReads))).toEqual([]);
    const waiting = [creationOf('request'), readOf('request', {}, 60_000)];
    const paid: SampleDelivery = { kind: 'request', body: requestLike({ status: 'SUCCESS' }), atMs: 3_000 };
    const other = await recordOfWebhooks({ exchanges: waiting, deliveries: [paid] });
    expect(codes(comparedDeliveries(other).map(agreesWithReads))).toEqual(['differs']);
  });

  test('name only payments that can be read', async () => {
    const gone = { ...late, status: 404, answer: {} };
    const readable = async (...exchanges: readonly SampleExchange[]) => {
      const record = await recordOfWebhooks({ exchanges, deliveries: [told('SUCCESS', 2_000)] });
      return codes(readsAfterDelivery(record).map(isReadable));
    };
    expect(await readable(created(), late)).toEqual([]);
    expect(await readable(created(), gone)).toEqual(['differs']);
    expect(await readable(created(), { ...gone, atMs: 2_500 }, { ...late, atMs: 3_000 })).toEqual([]);
    const denied: SampleExchange = { ...gone, status: 401, purpose: 'defect' };
    expect(await readable(created(), denied, { ...late, atMs: 3_000 })).toEqual([]);
  });

  test('agree on fields that do not change', async () => {
    const of = async (body: object, ...exchanges: readonly SampleExchange[]) => {
      const record = await recordOfWebhooks({
        exchanges: [created(), ...exchanges],
        deliveries: [told('SUCCESS', 2_000, { body })],
      });
      return paymentReports(record)
        .flatMap(agreesInWebhooks)
        .map(({ code }) => code);
    };
    expect(await of(payment('SUCCESS', { comment: null, externalId: 'e1' }), late)).toEqual([]);
    expect(await of(payment('SUCCESS', { currency: 'USD' }), late)).toEqual(['disagreement']);
    const settled = get('SUCCESS', 60_000, { externalId: 'e2', balanceAfterPayment: 2 });
    expect(await of(payment('SUCCESS', { balanceAfterPayment: 1 }), settled)).toEqual(['disagreement']);
    expect(await of(payment('SUCCESS', { externalId: 'e1' }), settled)).toEqual([]);
    const partial = payment('PARTIAL_SUCCESS', { amount: 5 });
    expect(await of(partial, get('PARTIAL_SUCCESS', 60_000, { amount: 5 }))).toEqual([]);
  });

  test('contradict each other if they report two ends of one payment, in any order', async () => {
    const ends = async (...deliveries: readonly SampleDelivery[]) => {
      const record = await recordOfWebhooks({ exchanges: [created(), late], deliveries });
      return codes(paymentReports(record).map(endsOnce(record)));
    };
    expect(await ends(told('SUCCESS', 2_000), told('PENDING', 3_000), told('SUCCESS', 4_000))).toEqual([]);
    expect(await ends(told('SUCCESS', 2_000), told('FAILED', 3_000))).toEqual(['leftFinal']);
  });
});

test('a credential that may have expired while the clock was moved does not show that a payment cannot be read', async () => {
  const refused = { ...late, status: 401, answer: {} };
  const readable = async (lines: Parameters<typeof recordOfWebhooks>[0]['lines'] = []) => {
    const parts = { exchanges: [created(), refused], deliveries: [told('SUCCESS', 2_000)], lines };
    return codes(readsAfterDelivery(await recordOfWebhooks(parts)).map(isReadable));
  };
  const moved = { kind: 'lever', requirement: 'sweep', what: 'clock', args: { advanceMs: 1 }, ok: true } as const;
  expect(await readable()).toEqual(['differs']);
  expect(await readable([{ ...moved, atNs: '3000000000' }])).toEqual([]);
  expect(await readable([{ ...moved, atNs: '99000000000' }])).toEqual(['differs']);
});

test('no webhook announces a refused creation', async () => {
  const refused: SampleExchange = { ...created(), status: 400, answer: {}, key: 'run-key-0002' };
  const search: SampleExchange = {
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
  expect(leavesNothing(await recordOfWebhooks({ exchanges, deliveries: [told('NEW', 2_000)] })).state).toBe('held');
  expect(leavesNothing(await recordOfWebhooks({ exchanges, deliveries: [told('NEW', 2_000, { body })] })).state).toBe(
    'broken',
  );
});

test('duplicates and another order cause no additional failure', async () => {
  const exchanges = [created(), get('PENDING', 2_000), get('SUCCESS', 3_000), late];
  const deliveries = [told('PENDING', 2_100), told('SUCCESS', 3_100)];
  expect(isOrderIndependent(await recordOfWebhooks({ exchanges, deliveries }))).toEqual([]);
  expect(isOrderIndependent(await recordOfWebhooks({ exchanges, deliveries: [told('FAILED', 2_100)] }))).toEqual([]);
  const byOrder = ({
    webhooks: {
      deliveries: [first],
    },
  }: RunRecord) =>
    first?.text.includes('PENDING') ? [] : [{ code: 'noEvidence' as const, wanted: 'order', exchanges: [] }];
  expect(codes(isOrderIndependent(await recordOfWebhooks({ exchanges, deliveries }), byOrder))).toEqual(['suiteError']);
});

test('unspecified facts are learned: forms of bodies, and whether creation is announced', async () => {
  const exchanges = [created(), creationOf('checkout'), late];
  const deliveries: SampleDelivery[] = [
    told('NEW', 1_100),
    { kind: 'checkout', body: { id: 'CCO-1', over: true }, atMs: 2_000 },
  ];
  const record = await recordOfWebhooks({ exchanges, deliveries });
  const traits = Object.fromEntries(webhookObservations(record).map(({ key: name, value }) => [name, value]));
  expect(traits).toMatchObject({
    'payment webhooks are set': 'control',
    'body of payment webhooks': 'the Payment itself',
    'body of checkout webhooks': 'id, over',
    'content type of payment webhooks': 'application/json',
  });
  expect(creationAnnouncements(record).map(({ key: name, value }) => `${name}: ${value}`)).toEqual([
    'creation of a pay-in: announced',
    'creation of a checkout: not announced',
  ]);
});

test('a webhook that only one of several shards receives is not required', async () => {
  const shard = { ...runLine, selection: { ...runLine.selection, shard: { index: 2, of: 2 } } };
  expect(absenceFault('checkout')(await recordOfWebhooks({}))).toBeUndefined();
  expect(absenceFault('checkout')(await recordOfWebhooks({ lines: [shard] }))?.code).toBe('notApplicable');
  expect(absenceFault('checkout')(await recordOfWebhooks({ lines: [registrationLine('payment'), shard] }))?.code).toBe(
    'missing',
  );
});
