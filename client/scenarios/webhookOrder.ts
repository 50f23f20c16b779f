import { LosslessNumber } from 'lossless-json';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';
import { type RecordKind, recordText, rightWebhook, spaced } from './webhookBodies.ts';

/** A webhook of a record: its status, and the amount of a payment. */
type Told = readonly [status: string, amount?: string];

/** Another record comes between the webhooks of a row. */
const between = ['SUCCESS', 'PENDING'] as const;

/** What the SDK knows after the last webhook. */
interface Row {
  kind: RecordKind;
  name: string;
  told: readonly Told[];
  /** The last webhook brings nothing new. */
  isOld?: boolean;
  status: string;
  amount?: string;
}

const finals = ['SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'];

const rows: readonly Row[] = [
  { kind: 'payment', name: 'in order', told: [['NEW'], ['PENDING'], ['SUCCESS']], status: 'SUCCESS' },
  ...finals.flatMap((final): Row[] => [
    {
      kind: 'payment',
      name: `FROZEN after ${final}`,
      told: [['PENDING'], [final], ['FROZEN']],
      isOld: true,
      status: final,
    },
    { kind: 'payment', name: `${final} twice`, told: [['PENDING'], [final], [final]], isOld: true, status: final },
    {
      kind: 'payment',
      name: `PENDING after ${final}`,
      told: [['NEW'], [final], ['PENDING']],
      isOld: true,
      status: final,
    },
    { kind: 'payment', name: `NEW after ${final}`, told: [[final], ['NEW']], isOld: true, status: final },
  ]),
  { kind: 'payment', name: 'NEW after PENDING', told: [['PENDING'], ['NEW']], isOld: true, status: 'PENDING' },
  {
    kind: 'payment',
    name: 'PENDING after PARTIAL_SUCCESS',
    told: [
      ['NEW', '10'],
      ['PARTIAL_SUCCESS', '4.5'],
      ['PENDING', '10'],
    ],
    isOld: true,
    status: 'PARTIAL_SUCCESS',
    amount: '4.5',
  },
  { kind: 'payment', name: 'PENDING twice', told: [['PENDING'], ['PENDING']], isOld: true, status: 'PENDING' },
  {
    kind: 'checkout',
    name: 'SUCCESS twice',
    told: [['NEW'], ['SUCCESS'], ['SUCCESS']],
    isOld: true,
    status: 'SUCCESS',
  },
  {
    kind: 'checkout',
    name: 'PAYMENT_DETECTED after SUCCESS',
    told: [['NEW'], ['SUCCESS'], ['PAYMENT_DETECTED']],
    isOld: true,
    status: 'SUCCESS',
  },
  {
    kind: 'checkout',
    name: 'NEW after PAYMENT_DETECTED',
    told: [['PAYMENT_DETECTED'], ['NEW']],
    isOld: true,
    status: 'PAYMENT_DETECTED',
  },
  {
    kind: 'request',
    name: 'SUCCESS twice',
    told: [['WAITING_PAYMENT'], ['SUCCESS'], ['SUCCESS']],
    isOld: true,
    status: 'SUCCESS',
  },
  {
    kind: 'request',
    name: 'PENDING_PAYMENT after SUCCESS',
    told: [['SUCCESS'], ['PENDING_PAYMENT']],
    isOld: true,
    status: 'SUCCESS',
  },
  {
    kind: 'request',
    name: 'WAITING_PAYMENT after PENDING_PAYMENT',
    told: [['PENDING_PAYMENT'], ['WAITING_PAYMENT']],
    isOld: true,
    status: 'PENDING_PAYMENT',
  },
];

const prefixes: Readonly<Record<RecordKind, string>> = { payment: 'PMT-', checkout: 'CCO-', request: 'CAPD-' };

/** Puts webhooks of other records before the last one: an SDK must not remember only the last record. */
function withOthers(texts: readonly string[], { kind, known }: { kind: RecordKind; known: Known }): string[] {
  const others = between.map((status) =>
    recordText(known, kind, { id: `${prefixes[kind]}${known.freshUuid()}`, status }),
  );
  return kind === 'payment' ? [...texts.slice(0, -1), ...others, ...texts.slice(-1)] : [...texts];
}

function scenarioOf({ kind, name, told, isOld = false, status, amount }: Row, known: Known): Scenario {
  const id = `${prefixes[kind]}${known.freshUuid()}`;
  const texts = told.map(([one, of]) =>
    recordText(known, kind, { id, status: one, ...(of !== undefined && { amount: new LosslessNumber(of) }) }),
  );
  // A duplicate need not have the same bytes.
  const isSame = texts.at(-1) === texts.at(-2) && kind !== 'payment';
  const sent = texts.map((text, at) => (isSame && at === texts.length - 1 ? spaced(text) : text));
  return {
    requirement: 'CLI-06',
    name: `a ${kind}, ${name}`,
    needs: { features: ['webhooks', 'state'] },
    steps: withOthers(sent, { kind, known }).map(rightWebhook),
    claims: [{ oracle: 'keepsState', args: { status, isOld, ...(amount !== undefined && { amount }) } }],
  };
}

/** Webhooks that come twice, and in another order than the events. */
export const webhookOrder: MakeScenarios = (known) => rows.map((row) => scenarioOf(row, known));
