import { numericIds, twinId } from '../../../generators/texts/ids.ts';
import type { Plan } from '../../../traffic/transport/requestPlan.ts';
import type { Api } from '../../worker/api.ts';
import type { TestAssertionLog } from '../../worker/testAssertionLog.ts';
import type { Worker } from '../../worker/worker.ts';
import { drawnItem } from '../inputs/turns.ts';
import type { OrderKind } from './orderKinds.ts';
import { type Another, placed } from './orderRounds.ts';

/** What sends the orders, and what is asserted of them. */
interface Uses {
  api: Api;
  assertions: TestAssertionLog;
  worker: Worker;
}

/** The places, from 1, at which one id may differ from another one: most often the last, which every id lacks that is cut. */
const twinPlaces = [33, 129, 192, 256, 256, 256] as const;

/** What stands at the place where two ids differ: a letter of two, three or four bytes. A target may refuse it, since nobody says whether characters or bytes count. */
const twinLetters = ['é', '字', '🎁'] as const;

/** What stands there for a target that refuses the other. */
const plainLetter = 'q';

/** An order with the longest id, by the exchange that made it. */
export interface LongestUse {
  plan(clientOrderId: string, another: Another): Plan;
  longest: string;
  control: string;
  kind: OrderKind;
}

/**
 * Ids that differ in one character, wherever it stands and whatever it is, are two ids. The amount differs too, since a service may refuse an equal order as a
 * double.
 */
export async function differsAt(
  { api, assertions, worker }: Uses,
  { plan, longest, control, kind }: LongestUse,
  name: string,
): Promise<void> {
  const place = drawnItem(worker, `${name} twin`, twinPlaces);
  const letter = drawnItem(worker, `${name} letter`, twinLetters);
  const sent = await placed(api, plan(twinId(longest, place, letter), 'amount'));
  const isPlain = sent.class === 'refused';
  const twin = isPlain ? await placed(api, plan(twinId(longest, place, plainLetter), 'amount')) : sent;
  const what = `a ${kind} whose clientOrderId differs from another one in its character ${place}, which is "${isPlain ? plainLetter : letter}"`;
  assertions.assert('acceptedLike', { exchange: twin.id, twin: control, what });
}

/** Ids of digits that differ in the last of 20, beyond what a number of a computer holds exactly, are two ids. */
export async function differsAsNumber({ api, assertions, worker }: Uses, { plan, kind }: LongestUse): Promise<void> {
  const [one, other] = numericIds(worker.freshKey())['the last of 20 digits'];
  const first = await placed(api, plan(one, 'amount'));
  const twin = await placed(api, plan(other, 'comment'));
  const what = `a ${kind} whose clientOrderId differs from another one in the last of 20 digits`;
  assertions.assert('acceptedLike', { exchange: twin.id, twin: first.id, what });
}
