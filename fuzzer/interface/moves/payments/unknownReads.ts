import { unknownId } from '../../../../generators/ids.ts';
import { read } from '../../../../harness/plan.ts';
import type { Chance } from '../../../run/chance.ts';
import type { Move } from '../../move.ts';
import { claimOf, drawn, stepOf, twinOf } from '../../steps.ts';
import { methodsOf, planFor, spoken } from './bodies.ts';
import { invalid, varied } from './variant.ts';

/** Ids that no payment has, by what is wrong with each. */
const ids: Readonly<Record<string, (chance: Chance) => string>> = {
  unknown: (chance) => drawn(unknownId('PMT'), chance),
  'of an order': (chance) => drawn(unknownId('ORD'), chance),
  'of a method': (chance) => drawn(unknownId('PMD'), chance),
  'without its prefix': (chance) => drawn(unknownId('PMT'), chance).slice('PMT-'.length),
  'of a prefix alone': () => 'PMT-',
  malformed: () => 'PMT-12',
  'no id at all': () => 'payment',
  'a number': () => '1',
  'a long text': (chance) => `PMT-${'0'.repeat(200 + chance.below(800))}`,
  'with a quote': (chance) => `${drawn(unknownId('PMT'), chance)}'`,
  'with a slash': (chance) => `${drawn(unknownId('PMT'), chance)}/x`,
  null: () => 'null',
};

/** Reads of payments that are not there (PAY-12): beside the read of one that is. */
export const unknownReadMoves: readonly Move[] = [
  varied({
    name: 'read of an unknown payment',
    evidences: ['PAY-12'],
    posts: 0,
    isMisuse: true,
    variants: (known) =>
      Object.entries(ids).map(([why, idOf]) => ({
        cell: why,
        draw: (chance) => {
          const [method] = methodsOf(known, 'PAYIN');
          const body = method && spoken['by paymentMethodId'](method, chance);
          const defect = `a payment id that is ${why}`;
          return (
            body && {
              steps: [
                twinOf(planFor(method, body)),
                stepOf(read.payment('{{1/id}}')),
                stepOf(read.payment(idOf(chance))),
              ],
              label: invalid('unlisted', 'path', defect),
              claims: [claimOf('PAY-12', 'refused', { exchange: '#3', control: '#2', defect })],
            }
          );
        },
      })),
  }),
];
