import { unknownId } from '../../../../generators/texts/ids.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, drawValue, stepOf } from '../../builder/caseSteps.ts';
import { combinationGenerator, invalidAt } from '../../builder/combinationGenerator.ts';
import { listedMethods, methodReferences, paymentPlan } from '../../builder/paymentBodies.ts';

/** Ids that no payment has, by defect. */
const ids: Readonly<Record<string, (chance: SeededRandom) => string>> = {
  unknown: (chance) => drawValue(unknownId('PMT'), chance),
  'of an order': (chance) => drawValue(unknownId('ORD'), chance),
  'of a method': (chance) => drawValue(unknownId('PMD'), chance),
  'without its prefix': (chance) => drawValue(unknownId('PMT'), chance).slice('PMT-'.length),
  'of a prefix alone': () => 'PMT-',
  malformed: () => 'PMT-12',
  'no id at all': () => 'payment',
  'a number': () => '1',
  'a long text': (chance) => `PMT-${'0'.repeat(200 + chance.below(800))}`,
  'with a quote': (chance) => `${drawValue(unknownId('PMT'), chance)}'`,
  'with a slash': (chance) => `${drawValue(unknownId('PMT'), chance)}/x`,
  null: () => 'null',
};

/** Reads of payments that do not exist (PAY-12). Each case also reads a payment that exists. */
export const unknownPaymentCases: readonly CaseGenerator[] = [
  combinationGenerator({
    name: 'read of an unknown payment',
    evidences: ['PAY-12'],
    posts: 0,
    isMisuse: true,
    variants: (known) =>
      Object.entries(ids).map(([why, idOf]) => ({
        combination: why,
        draw: (chance) => {
          const [method] = listedMethods(known, 'PAYIN');
          const body = method && methodReferences['by paymentMethodId'](method, chance);
          const defect = `a payment id that is ${why}`;
          return (
            body && {
              steps: [
                controlStep(paymentPlan(method, body)),
                stepOf(read.payment('{{1/id}}')),
                stepOf(read.payment(idOf(chance))),
              ],
              label: invalidAt('unlisted', 'path', defect),
              claims: [assertionOf('PAY-12', 'refused', { exchange: '#3', control: '#2', defect })],
            }
          );
        },
      })),
  }),
];
