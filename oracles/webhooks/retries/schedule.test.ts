import { expect, test } from '@playwright/test';
import { paymentLike } from '../../../tests/support/records/records.ts';
import {
  experimentLine,
  recordOfWebhooks,
  type SampleDelivery,
} from '../../../tests/support/records/webhookRecords.ts';
import type { Answer, DeliveryPlan } from '../../../traffic/journal/deliveryPlan.ts';
import type { ControlActionLine, ExperimentLine, Line } from '../../../traffic/journal/journalTypes.ts';
import { arrivesLater } from './laterArrival.ts';
import { restsAfterSuccess, retriesAfter, retriesAtMost, retriesLater } from './schedule.ts';

const minute = 60_000;

/** The delays of a known schedule, minutes. */
const usual = [1, 2, 5, 15, 30, 60, 120, 360, 720, 1440];

const body = (status: string) => paymentLike({ id: 'PMT-1', status });

/** Builds attempts at these delays, in minutes, with the same answer to all. */
function attempts(delays: readonly number[], fields: Partial<SampleDelivery> = {}): SampleDelivery[] {
  let atMs = 0;
  const times = [0, ...delays.map((delay) => (atMs += delay * minute))];
  return times.map((at) => ({ body: body('SUCCESS'), answer: { status: 500 }, ...fields, atMs: at }));
}

const body500 = { body: body('SUCCESS'), answer: { status: 500 } };

const doubled = (all: readonly SampleDelivery[], byMs = 500) =>
  all.flatMap((one) => [one, { ...one, atMs: one.atMs + byMs }]);

type Oracle = typeof retriesAfter;

async function stateOf(
  oracle: Oracle,
  deliveries: readonly SampleDelivery[],
  fields: Partial<ExperimentLine> = {},
): Promise<string> {
  const line = experimentLine(deliveries, fields);
  const record = await recordOfWebhooks({ lines: [line] });
  const { requirement, webhook, plan } = line;
  return oracle(record, { requirement, webhook, plan }).state;
}

const failing: DeliveryPlan = [{ status: 500 }, { status: 500 }, { status: 200 }];

const failed = (answer: Answer, ...later: readonly SampleDelivery[]): SampleDelivery[] => [
  { body: body('SUCCESS'), answer, atMs: 0 },
  ...later,
];

test.describe('what failed', () => {
  const retry: SampleDelivery = { body: body('SUCCESS'), answer: { status: 500 }, atMs: minute };
  const other: SampleDelivery = { body: body('NEW'), answer: { status: 500 }, atMs: 100 };

  test('is retried: known as soon as it is seen', async () => {
    for (const state of ['open', 'due', 'void'] as const)
      expect(await stateOf(retriesAfter, failed({ status: 500 }, retry), { plan: failing, state })).toBe('held');
  });

  test('is not retried: concluded only at the end, and never if nobody listened', async () => {
    const states = { open: 'undecided', due: 'broken', void: 'undecided' } as const;
    for (const [state, ruled] of Object.entries(states) as ['open' | 'due' | 'void', string][])
      expect(await stateOf(retriesAfter, failed({ status: 500 }), { plan: failing, state })).toBe(ruled);
  });

  test('is not retried by an immediate copy', async () => {
    const copies = doubled(failed({ status: 500 }));
    expect(await stateOf(retriesAfter, copies, { plan: failing })).toBe('broken');
  });

  test('needs no retry after an accepted copy', async () => {
    const copy = { body: body('SUCCESS'), answer: { status: 200 }, atMs: 300 };
    expect(await stateOf(retriesAfter, failed({ status: 500 }, copy), { plan: failing })).toBe('undecided');
  });

  test('is sent again for each transition, or by a retry that reports a later state', async () => {
    const lost = failed({ status: 500 }, retry, other);
    expect(await stateOf(retriesAfter, lost, { plan: failing })).toBe('held');
    const unheard = [other, ...failed({ status: 500 })].map((one) => one);
    expect(await stateOf(retriesAfter, unheard, { plan: failing })).toBe('broken');
  });

  test('includes late and closed answers; slow and huge bodies decide nothing', async () => {
    for (const answer of [{ status: 200, afterMs: 12_000 }, { reset: 'before' }, { status: 301 }] as const)
      expect(await stateOf(retriesAfter, failed(answer), { plan: [answer] })).toBe('broken');
    for (const answer of [{ slowMs: 20_000 }, { status: 200, bytes: 1_000_000 }] as const)
      expect(await stateOf(retriesAfter, failed(answer), { plan: [answer] })).toBe('undecided');
  });

  test('is decided by a due experiment of an earlier night, even if a later one is open', async () => {
    const due = experimentLine(failed({ status: 500 }, retry), { id: 'X-1', plan: failing });
    const open = experimentLine([], { id: 'X-2', plan: failing, state: 'open' });
    const record = await recordOfWebhooks({ lines: [due, open] });
    const asked = { requirement: 'WHK-05', webhook: 'payment', plan: failing } as const;
    expect(retriesAfter(record, asked).state).toBe('held');
  });
});

test.describe('the number of retries', () => {
  test('may be ten, with immediate copies and one copy outside the schedule', async () => {
    expect(await stateOf(retriesAtMost, attempts(usual))).toBe('held');
    expect(await stateOf(retriesAtMost, doubled(attempts(usual)))).toBe('held');
    const stray = { body: body('SUCCESS'), answer: { status: 500 }, atMs: 90 * minute };
    expect(await stateOf(retriesAtMost, [...attempts(usual), stray])).toBe('held');
    expect(await stateOf(retriesAtMost, attempts([1, 2, 4]))).toBe('held');
  });

  test('does not include copies, however many', async () => {
    const all = attempts(usual);
    const copies = [1, 2, 3].flatMap((nth) => all.map((one) => ({ ...one, atMs: (one.atMs ?? 0) + nth * 9_000 })));
    expect(await stateOf(retriesAtMost, [...all, ...copies])).toBe('held');
    const beside = all.map((one) => ({ ...one, atMs: (one.atMs ?? 0) + 45_000 }));
    expect(await stateOf(retriesAtMost, [...all, ...beside])).toBe('held');
    const strays = [90, 125, 240].map((at) => ({ ...body500, atMs: at * minute }));
    expect(await stateOf(retriesAtMost, [...all, ...strays])).toBe('held');
    const repeated = Array.from({ length: 12 }, (_, nth) => ({ ...body500, atMs: (200_000 + nth * 60) * minute }));
    const taken = { ...body500, answer: { status: 200 }, atMs: 190_000 * minute };
    expect(await stateOf(retriesAtMost, [...all.slice(0, -1), taken, ...repeated])).toBe('held');
    expect(await stateOf(retriesAtMost, [...attempts([...usual, 2_000]), ...copies])).toBe('broken');
  });

  test('fails at eleven at once, even if nobody listened part of the time', async () => {
    const more = [...usual, 2_000];
    for (const state of ['open', 'due', 'void'] as const)
      expect(await stateOf(retriesAtMost, attempts(more), { state })).toBe('broken');
    expect(await stateOf(retriesAtMost, attempts(Array.from({ length: 40 }, () => 0.1)))).toBe('broken');
  });

  test('decides nothing below ten before the end', async () => {
    expect(await stateOf(retriesAtMost, attempts([1, 2]), { state: 'open' })).toBe('undecided');
    expect(await stateOf(retriesAtMost, attempts(usual), { state: 'void' })).toBe('undecided');
    expect(await stateOf(retriesAtMost, attempts([]))).toBe('undecided');
  });
});

test.describe('the delays', () => {
  test('grow, by any schedule', async () => {
    for (const delays of [usual, [3, 6, 12, 24, 48], [1, 2, 4, 8, 8, 8, 8], [2, 5]])
      expect(await stateOf(retriesLater, attempts(delays))).toBe('held');
    expect(await stateOf(retriesLater, doubled(attempts(usual)))).toBe('held');
  });

  test('do not grow, are seconds, or the body changes', async () => {
    expect(await stateOf(retriesLater, attempts([5, 5, 5, 5]))).toBe('broken');
    expect(await stateOf(retriesLater, attempts([60, 30, 10, 2]))).toBe('broken');
    expect(await stateOf(retriesLater, attempts([0.1, 0.1, 0.1]))).toBe('broken');
    const [first, ...others] = attempts(usual);
    const changed = others.map((one) => ({ ...one, body: { ...body('SUCCESS'), comment: 'again' } }));
    expect(await stateOf(retriesLater, [...(first ? [first] : []), ...changed])).toBe('broken');
  });

  test('are unknown across a time when nobody listened', async () => {
    const at = (ms: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + ms).toISOString();
    const listened = [
      { fromAt: at(0), untilAt: at(6 * minute) },
      { fromAt: at(50 * minute), untilAt: at(46 * 60 * minute) },
    ];
    const fields = { state: 'void', listened } as const;
    expect(await stateOf(retriesLater, attempts([5, 55, 5, 5]), fields)).not.toBe('broken');
  });
});

test.describe('after 200', () => {
  const taken: Partial<SampleDelivery> = { answer: { status: 200 } };
  const plan: DeliveryPlan = [{ status: 200 }];

  test('a copy may arrive, at once or later', async () => {
    expect(await stateOf(restsAfterSuccess, attempts([], taken), { plan })).toBe('held');
    expect(await stateOf(restsAfterSuccess, attempts([7], taken), { plan })).toBe('held');
    expect(await stateOf(restsAfterSuccess, attempts([], taken), { plan, state: 'open' })).toBe('undecided');
  });

  test('a schedule must not follow', async () => {
    expect(await stateOf(restsAfterSuccess, attempts([1, 2], taken), { plan, state: 'open' })).toBe('broken');
  });

  test('a copy that was not accepted is sent again like any other', async () => {
    const [first, copy, again] = attempts([60, 2], taken);
    const left = { ...copy, answered: 'left' } as SampleDelivery;
    const deliveries = [first, left, again] as SampleDelivery[];
    expect(await stateOf(restsAfterSuccess, deliveries, { plan })).toBe('held');
  });

  test('a schedule may follow an answer that was late, since it may not have been accepted', async () => {
    const late: Partial<SampleDelivery> = { answer: { status: 200, afterMs: 8_000 }, waitedMs: 10_400 };
    expect(await stateOf(restsAfterSuccess, attempts([1, 2, 5], late), { plan })).not.toBe('broken');
    const inTime = { ...late, waitedMs: 8_600 };
    expect(await stateOf(restsAfterSuccess, attempts([1, 2, 5], inTime), { plan })).toBe('broken');
  });

  test('a 200 that only a clock jump made late may have been accepted', async () => {
    const late = attempts([], { answer: { status: 200, afterMs: 12_000 } });
    const asked: DeliveryPlan = [{ status: 200, afterMs: 12_000 }];
    const tale = (answeredMs: number, answered: 'sent' | 'left' = 'sent') =>
      late.map((one) => ({ ...one, answered, tookMs: answeredMs }));
    expect(await stateOf(retriesAfter, tale(3_000), { plan: asked })).not.toBe('broken');
    expect(await stateOf(retriesAfter, tale(3_000, 'left'), { plan: asked })).toBe('broken');
    expect(await stateOf(retriesAfter, tale(12_000), { plan: asked })).toBe('broken');
  });

  test('a sender that always leaves before a timely answer fails', async () => {
    const late: Partial<SampleDelivery> = { answer: { status: 200, afterMs: 8_000 }, answered: 'left' };
    expect(await stateOf(restsAfterSuccess, attempts([1, 2, 5], late), { plan })).toBe('broken');
    const [first, ...others] = attempts([1, 2, 5], late);
    const once = [{ ...first, answered: 'closed' } as SampleDelivery, ...others];
    expect(await stateOf(restsAfterSuccess, once, { plan })).not.toBe('broken');
  });

  test('a schedule for another delivery of the run fails, unless its sender left', async () => {
    const line = experimentLine(attempts([], taken), { plan });
    const asked = { requirement: 'WHK-05', webhook: 'payment', plan } as const;
    const others = attempts([1, 2], taken);
    expect(restsAfterSuccess(await recordOfWebhooks({ lines: [line], deliveries: others }), asked).state).toBe(
      'broken',
    );
    const left = others.map((one) => ({ ...one, answered: 'left' as const }));
    expect(restsAfterSuccess(await recordOfWebhooks({ lines: [line], deliveries: left }), asked).state).toBe('held');
  });
});

test('a retry caused by a clock jump says nothing about a schedule, one due meanwhile does', async () => {
  const jumpMs = 45 * 60 * minute;
  const plan: DeliveryPlan = [{ status: 503 }];
  const action = {
    kind: 'lever',
    requirement: 'WHK-06b',
    what: 'clock',
    args: { advanceMs: jumpMs },
    ok: true,
    askedNs: '1000000',
    atNs: '2000000',
  } as ControlActionLine;
  const at = [0, jumpMs + 2_000, jumpMs + 2 * minute, jumpMs + 5 * minute, jumpMs + 9 * minute];
  const brought = at.map((atMs, index) => ({
    body: body('SUCCESS'),
    answer: { status: 503 },
    atMs,
    receivedMs: index === 0 ? 0 : atMs - jumpMs,
  }));
  const said = async (lines: readonly Line[]) => {
    const line = experimentLine(brought, { plan, state: 'due' });
    const record = await recordOfWebhooks({ lines: [...lines, line] });
    return retriesLater(record, { requirement: line.requirement, webhook: line.webhook, plan }).state;
  };
  expect(await said([action])).toBe('held');
  expect(await said([])).toBe('broken');
});

test.describe('a transition while nobody listened', () => {
  const plan: DeliveryPlan = [{ status: 200 }];
  const at = (ms: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + ms).toISOString();
  const back = [{ fromAt: at(2 * minute), untilAt: at(46 * 60 * minute) }];

  test('is announced when somebody listens again', async () => {
    expect(await stateOf(arrivesLater, attempts([]), { plan, state: 'open' })).toBe('held');
  });

  test('is never announced: known when its time is over and we listened since', async () => {
    expect(await stateOf(arrivesLater, [], { plan, state: 'open' })).toBe('undecided');
    expect(await stateOf(arrivesLater, [], { plan })).toBe('broken');
    expect(await stateOf(arrivesLater, [], { plan, state: 'void', listened: back })).toBe('broken');
    const late = [{ fromAt: at(600 * minute), untilAt: at(46 * 60 * minute) }];
    expect(await stateOf(arrivesLater, [], { plan, state: 'void', listened: late })).toBe('undecided');
    expect(await stateOf(arrivesLater, [{ body: body('PENDING'), atMs: 9 }], { plan })).toBe('broken');
  });
});
