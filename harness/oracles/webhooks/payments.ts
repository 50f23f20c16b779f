import { isObject } from '../../../schemas/exact.ts';
import type { Exchange } from '../../exchange.ts';
import type { Fault } from '../../fault.ts';
import { field, grouped, type PaymentSighting, type RunRecord, textField } from '../../record.ts';
import type { Delivery } from '../../webhooks/delivery.ts';
import { disagreement, fixed, sameInstant, settled, type View } from '../agreement.ts';
import { derived } from '../derived.ts';
import { isFinal } from '../lifecycle.ts';
import { announcementOf } from './announcement.ts';
import { clockOf, heardIn, heardOf } from './heard.ts';
import { isLate } from './moments.ts';

/** What webhooks told of one payment, and what our reads and its creation showed of it. */
export interface Account {
  id: string;
  told: readonly (View & { delivery: Delivery })[];
  reads: readonly PaymentSighting[];
  isLate(delivery: Delivery, read: Exchange): boolean;
}

/** The payments that webhooks told of, each with what else was seen of it. */
export const accountsIn = derived((record): Account[] => {
  const reads = grouped(record.payments, ({ value }) => textField(value, 'id') ?? '');
  const told = heardOf('payment')(record).flatMap(({ delivery }) =>
    isObject(delivery.json)
      ? [{ delivery, source: 'webhook' as const, exchange: { id: delivery.id }, value: delivery.json }]
      : [],
  );
  const groups = grouped(told, ({ value }) => textField(value, 'id') ?? '');
  groups.delete('');
  return [...groups].map(([id, own]) => ({
    id,
    told: own,
    reads: reads.get(id) ?? [],
    isLate: (delivery, read) => isLate(record, delivery, read),
  }));
});

const isPartial = ({ value }: Pick<View, 'value'>) => textField(value, 'status') === 'PARTIAL_SUCCESS';

/** What never moves: as a read first showed it set, against every webhook; what a webhook first told, against the others. */
function moved({ told, reads }: Account): (Fault | undefined)[] {
  const all: readonly View[] = [...reads, ...told];
  return [...fixed, ...(all.some(isPartial) ? [] : ['amount']), 'createdAt'].flatMap((name) => {
    const first = all.find(({ value }) => field(value, name) !== undefined);
    const same = name === 'createdAt' ? sameInstant : undefined;
    return first ? told.map((other) => disagreement(name, [first, other], same)) : [];
  });
}

/** What rests: a webhook that tells of a final status, against the last read long enough after. */
function unrested({ told, reads, isLate: isAfter }: Account): (Fault | undefined)[] {
  const gets = reads.filter(({ source }) => source === 'get');
  return told
    .filter(({ value, delivery }) => isFinal(textField(value, 'status')) && delivery.line.run === undefined)
    .flatMap((one) => {
      const late = gets.findLast(
        ({ exchange }) => exchange.clock === clockOf(one.delivery) && isAfter(one.delivery, exchange),
      );
      // That the status is another is for WHK-12.
      const isAlike = late && textField(late.value, 'status') === textField(one.value, 'status');
      const names = settled.filter((name) => name !== 'status');
      return late && isAlike ? names.map((name) => disagreement(name, [one, late])) : [];
    });
}

/** A payment webhook says of what does not move what all other views of the payment say (PAY-11). */
export function agreesInWebhooks(account: Account): Fault[] {
  return [...moved(account), ...unrested(account)].filter((fault) => fault !== undefined);
}

/** A payment of ours is told to be in one final status alone, in whatever order webhooks come (LIF-01). */
export function endsOnce(record: RunRecord) {
  const own = new Set(heardIn(record).flatMap(({ delivery, maker }) => (maker ? delivery.id : [])));
  return ({ id, told }: Account): Fault | undefined => {
    const ends = told.filter(({ value, delivery }) => own.has(delivery.id) && isFinal(textField(value, 'status')));
    const [first] = ends;
    const from = first && textField(first.value, 'status');
    const other = ends.find(({ value }) => textField(value, 'status') !== from);
    if (!first || from === undefined || !other) return undefined;
    const exchanges = [first.exchange.id, other.exchange.id];
    const to = textField(other.value, 'status') ?? '';
    return { code: 'leftFinal', payment: id, from, to, older: false, exchanges };
  };
}

/** The payments that webhooks told to be final. */
export const endedIn = (record: RunRecord): Account[] =>
  accountsIn(record).filter(({ told }) => told.some(({ delivery }) => isFinal(announcementOf(delivery).status)));
