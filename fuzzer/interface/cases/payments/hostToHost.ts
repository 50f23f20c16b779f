import { cardSubmissions, hostToHostBody } from '../../../../generators/payloads/payin.ts';
import { isOf, type Method, methodName } from '../../../../runner/actions/inputs/methods.ts';
import { create } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep } from '../../../engine/cases/fuzzCase.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { assertedCase, type CombinationTable, tableGenerator, validLabel } from '../../builder/tableGenerator.ts';
import { methodBody } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** Methods of card pay-ins whose required fields all exist in host-to-host (§ Payments, rule 5). */
const plain = ({ methods }: TargetInventory): CombinationTable<Method<'PAYIN'>> =>
  methods
    .filter(isOf('PAYIN'))
    .filter(
      ({ methodKey, required }) =>
        methodKey === 'CC_VISAMC' && !required.some((name) => ['firstName', 'lastName'].includes(name)),
    )
    .map((method) => [methodName(method), method] as const);

/** Moves a step to a target-specific path, which is no operation of the contract. */
function elsewhere({ operation: _, ...step }: CaseStep, path: string): CaseStep {
  return { ...step, path };
}

/**
 * A host-to-host pay-in and the card that pays it, at the paths that the target file names. The text does not show how a year is written, so both forms are
 * sent.
 */
export const hostToHostCases: CaseGenerator = tableGenerator<Method<'PAYIN'>>({
  name: 'a card that is submitted',
  evidences: ['PIN-10', 'PAY-15'],
  posts: 3,
  isMisuse: false,
  of: (known) => (known.paths.h2hPayin && known.paths.h2hCard ? plain(known) : []),
  make: (method, { known: { paths, cards }, chance, name }) => {
    const body = methodBody(method, chance);
    const { h2hPayin = '', h2hCard = '' } = paths;
    const pan = method.samples['cardNumber'] ?? cards[0];
    if (!body || pan === undefined) return undefined;
    const made = elsewhere(stepOf(create.payin(hostToHostBody(body))), h2hPayin);
    const path = h2hCard.replace('{paymentId}', '{{1/id}}');
    const submitted = cardSubmissions(pan).map((one) => elsewhere(stepOf(create.card(one)), path));
    return assertedCase([made, ...submitted], validLabel(`a card for ${name}`), [
      assertionOf('PIN-10', 'accepted', { exchange: '#1', what: 'a host-to-host pay-in' }),
      assertionOf('PAY-15', 'isHostToHost', { exchange: '#1', what: 'a host-to-host pay-in' }),
      assertionOf('PIN-10', 'answersCard', { exchange: '#2', others: ['#3'] }),
    ]);
  },
});
