import { unknownId } from '../../../../generators/texts/ids.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { controlStep, drawValue } from '../../builder/caseSteps.ts';
import { refusalCase } from '../../builder/cases.ts';
import { drawPayment, listedMethods } from '../../builder/paymentBodies.ts';
import { type Draw, fixedGenerator, mapped } from '../../builder/tableGenerator.ts';

const anyId = (prefix: 'PMT' | 'ORD' | 'PMD') => (chance: SeededRandom) => drawValue(unknownId(prefix), chance);

const paymentId = anyId('PMT');

/** Ids that no payment has, by defect. */
const ids: Readonly<Record<string, (chance: SeededRandom) => string>> = {
  unknown: paymentId,
  'of an order': anyId('ORD'),
  'of a method': anyId('PMD'),
  'without its prefix': (chance) => paymentId(chance).slice('PMT-'.length),
  'of a prefix alone': () => 'PMT-',
  malformed: () => 'PMT-12',
  'no id at all': () => 'payment',
  'a number': () => '1',
  'a long text': (chance) => `PMT-${'0'.repeat(200 + chance.below(800))}`,
  'with a quote': (chance) => `${paymentId(chance)}'`,
  'with a slash': (chance) => `${paymentId(chance)}/x`,
  null: () => 'null',
};

/** Reads a payment that exists, then one that does not. */
const unknownRead =
  (idOf: (chance: SeededRandom) => string, why: string): Draw =>
  ({ known, chance }) => {
    const [method] = listedMethods(known, 'PAYIN');
    const payment = method && drawPayment(method, 'by paymentMethodId', chance);
    return (
      payment &&
      refusalCase({
        requirement: 'PAY-12',
        before: [controlStep(payment.plan())],
        control: read.payment('{{1/id}}'),
        defect: read.payment(idOf(chance)),
        what: `a payment id that is ${why}`,
        how: { keyword: 'unlisted', place: 'path' },
      })
    );
  };

/** Reads of payments that do not exist (PAY-12). */
export const unknownPaymentCases = [
  fixedGenerator(
    { name: 'read of an unknown payment', evidences: ['PAY-12'], posts: 0, isMisuse: true },
    mapped(Object.entries(ids), unknownRead),
  ),
];
