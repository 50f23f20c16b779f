import { cardSubmissions, hostToHostBody } from '../../../../generators/payloads/payin.ts';
import type { Method } from '../../../../runner/actions/inputs/methods.ts';
import { create, type Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep } from '../../../engine/cases/fuzzCase.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import { listedMethods, methodTable } from '../../builder/paymentBodies.ts';
import { generator, mapped } from '../../builder/tableGenerator.ts';
import { methodBody } from '../../builder/validRequests.ts';

/** True for methods of card pay-ins whose required fields all exist in host-to-host (§ Payments, rule 5). */
const isPlain = ({ methodKey, required }: Method) =>
  methodKey === 'CC_VISAMC' && !required.some((name) => ['firstName', 'lastName'].includes(name));

/** Sends a plan to a target-specific path, which is no operation of the contract. */
function elsewhere(plan: Plan, path: string): CaseStep {
  const { operation: _, ...step } = stepOf(plan);
  return { ...step, path };
}

/**
 * A host-to-host pay-in and the card that pays it, at the paths that the target file names. The text does not show how a year is written, so both forms are
 * sent.
 */
export const hostToHostCases = generator(
  { name: 'a card that is submitted', evidences: ['PIN-10', 'PAY-15'], posts: 3 },
  (known) => {
    const { paths, cards } = known;
    const { h2hPayin, h2hCard } = paths;
    if (!h2hPayin || !h2hCard) return [];
    return mapped(methodTable(listedMethods(known, 'PAYIN').filter(isPlain)), (method, name) => ({ chance }) => {
      const body = methodBody(method, chance);
      const pan = method.samples['cardNumber'] ?? cards[0];
      if (!body || pan === undefined) return undefined;
      const path = h2hCard.replace('{paymentId}', '{{1/id}}');
      const submitted = cardSubmissions(pan).map((one) => elsewhere(create.card(one), path));
      const steps = [elsewhere(create.payin(hostToHostBody(body)), h2hPayin), ...submitted];
      return validCase(`a card for ${name}`, steps, [
        assertionOf('PIN-10', 'accepted', { exchange: '#1', what: 'a host-to-host pay-in' }),
        assertionOf('PAY-15', 'isHostToHost', { exchange: '#1', what: 'a host-to-host pay-in' }),
        assertionOf('PIN-10', 'answersCard', { exchange: '#2', others: ['#3'] }),
      ]);
    });
  },
);
