import { unknownId } from '../../../../generators/texts/ids.ts';
import { read } from '../../../../traffic/transport/requestPlan.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { controlStep, drawValue } from '../../builder/caseSteps.ts';
import { refusalCase } from '../../builder/cases.ts';
import { drawPayment, listedMethods } from '../../builder/paymentBodies.ts';
import { caseRows, type GeneratorInput, generator } from '../../builder/tableGenerator.ts';

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

/** Reads a payment that exists, then one that does not (PAY-12). */
function unknownRead(idOf: (chance: SeededRandom) => string, { known, chance, name }: GeneratorInput) {
  const [method] = listedMethods(known, 'PAYIN');
  const payment = method && drawPayment(method, 'by paymentMethodId', chance);
  if (!payment) return undefined;
  const steps = [controlStep(payment.plan()), read.payment('{{1/id}}'), read.payment(idOf(chance))];
  return refusalCase('PAY-12', steps, { what: `a payment id that is ${name}`, keyword: 'unlisted', place: 'path' });
}

/** Reads of payments that do not exist. */
export const unknownPaymentCases = [
  generator(
    { name: 'read of an unknown payment', evidences: ['PAY-12'], posts: 0, isMisuse: true },
    caseRows(Object.entries(ids), unknownRead),
  ),
];
