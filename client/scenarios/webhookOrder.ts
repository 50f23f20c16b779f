import { LosslessNumber } from 'lossless-json';
import type { Known, MakeScenarios, Scenario } from './scenario.ts';
import { changedAt, type RecordKind, recordKinds, recordText, rightWebhook, spaced } from './webhookBodies.ts';

/** A webhook of a record: its status, and the amount of a payment. */
type Told = readonly [status: string, amount?: string];

/** What happened to a record, in its true order, and in which order its webhooks arrive: their places there, from 0. */
interface Row {
  name: string;
  told: readonly Told[];
  arrivals: readonly number[];
}

/** Whether a record leaves a conflict is not shown. */
const unclear = 'CONFLICT';

const partly = 'PARTIAL_SUCCESS';

/** What a payment asks for, and what one in part has moved. */
const [whole, part] = ['10', '4.5'];

/** Returns the statuses of a kind by the order in which a record reaches them; the last are final. */
const stagesOf = (kind: RecordKind): readonly (readonly string[])[] =>
  recordKinds[kind].lifecycle.stages.map((stage) => stage.filter((status) => status !== unclear));

/** A duplicate of every status, alone and after the first status. */
const twice = (first: string, status: string): Row =>
  status === first
    ? { name: `${status} twice`, told: [[status]], arrivals: [0, 0] }
    : { name: `${status} twice`, told: [[first], [status]], arrivals: [0, 1, 1] };

/** A webhook of an earlier status that comes after that of a later one. */
function late(first: string, earlier: string, later: string): Row {
  const name = `${earlier} after ${later}`;
  const [before, after]: [Told, Told] =
    later === partly
      ? [
          [earlier, whole],
          [later, part],
        ]
      : [[earlier], [later]];
  return earlier === first
    ? { name, told: [before, after], arrivals: [1, 0] }
    : { name, told: [[first, ...before.slice(1)] as unknown as Told, before, after], arrivals: [0, 2, 1] };
}

function rowsOf(kind: RecordKind): Row[] {
  const stages = stagesOf(kind);
  const [[first = ''] = []] = stages;
  return [
    {
      name: 'in order',
      told: [...stages.slice(0, -1).map(([status = '']): Told => [status]), ['SUCCESS']],
      arrivals: stages.map((_, at) => at),
    },
    ...stages.flat().map((status) => twice(first, status)),
    ...stages.flatMap((stage, at) =>
      stages
        .slice(0, at)
        .flat()
        .flatMap((earlier) => stage.map((later) => late(first, earlier, later))),
    ),
  ];
}

/** Another record comes between the webhooks of a row. */
const between = ['SUCCESS', 'PENDING'] as const;

/** Puts webhooks of other records before the last one: an SDK must not remember only the last record. */
function withOthers(texts: readonly string[], { kind, known }: { kind: RecordKind; known: Known }): string[] {
  const others = between.map((status) =>
    recordText(known, kind, { id: `${recordKinds[kind].idPrefix}${known.freshUuid()}`, status }),
  );
  return kind === 'payment' ? [...texts.slice(0, -1), ...others, ...texts.slice(-1)] : [...texts];
}

function scenarioOf(kind: RecordKind, { name, told, arrivals }: Row, known: Known): Scenario {
  const id = `${recordKinds[kind].idPrefix}${known.freshUuid()}`;
  const texts = told.map(([status, amount], at) =>
    recordText(known, kind, {
      id,
      status,
      ...changedAt(kind, at),
      ...(amount !== undefined && { amount: new LosslessNumber(amount) }),
    }),
  );
  const last = arrivals.length - 1;
  // A duplicate need not have the same bytes.
  const isSpaced = (at: number) => kind !== 'payment' && at === last && arrivals.indexOf(arrivals[at] ?? 0) < at;
  const sent = arrivals.map((nth, at) => (isSpaced(at) ? spaced(texts[nth] ?? '') : (texts[nth] ?? '')));
  const [status = '', amount] = told.at(-1) ?? [];
  const isOld = arrivals.slice(0, last).includes(told.length - 1);
  return {
    requirement: 'CLI-06',
    name: `a ${kind}, ${name}`,
    needs: { features: ['webhooks', 'state'] },
    steps: withOthers(sent, { kind, known }).map(rightWebhook),
    claims: [{ oracle: 'keepsState', args: { status, isOld, ...(amount !== undefined && { amount }) } }],
  };
}

/** Webhooks that come twice, and in another order than the events: every status before every later one. */
export const webhookOrder: MakeScenarios = (known) =>
  (Object.keys(recordKinds) as RecordKind[]).flatMap((kind) => rowsOf(kind).map((row) => scenarioOf(kind, row, known)));
