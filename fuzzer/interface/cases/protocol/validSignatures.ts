import { fittingSpelling, numberSpellings, type Spelling, spellings } from '../../../../generators/texts/spellings.ts';
import { controlKey, type Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import { assertionOf, stepOf, withBodyText } from '../../builder/caseSteps.ts';
import { validCase } from '../../builder/cases.ts';
import { type Draw, generator, type Table } from '../../builder/tables.ts';
import {
  drawnRead,
  harmlessWrite,
  type Scheme,
  validReads,
  validWrite,
  writeCase,
  writeOperations,
} from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

const requirements = { simple: 'AUT-01', signed: 'AUT-02' } as const;

const evidences = Object.values(requirements);

function acceptedCase(plan: Plan, signing: Scheme, before: readonly CaseStep[] = []): FuzzCase {
  const steps = [...before, stepOf(plan, { signing })];
  const what = `${plan.operation} by the ${signing} scheme`;
  return validCase(what, steps, assertionOf(requirements[signing], 'accepted', { exchange: `#${steps.length}`, what }));
}

/** Returns a row for each of both schemes. */
const bySchemes = (operation: string, draw: (scheme: Scheme) => Draw) =>
  (['simple', 'signed'] as const).map((scheme) => [`${operation} ${scheme}`, draw(scheme)] as const);

/** Two spellings of a body, one after the other. */
const twoWays = 'two ways at once';

/** Sends a body whose text is written differently, in one way or several at once: the signature covers the text as sent. */
const spelledOtherwise =
  (planOf: (known: TargetInventory, chance: SeededRandom) => Plan | undefined, spelling?: Spelling): Draw =>
  ({ known, chance, name }) => {
    const plan = planOf(known, chance);
    if (!plan) return undefined;
    const two = [chance.pick(spellings), chance.pick(spellings)];
    const places = Math.min(...known.methods.map(({ scale }) => scale));
    const fitting = spelling && fittingSpelling(spelling, plan.body?.['amount'], places);
    const signed = (fitting ? [fitting] : two).reduce((step, { text }) => withBodyText(step, text), stepOf(plan));
    // The control request has the same text and its own id. It uses the scheme that does not sign the text.
    const control: CaseStep = {
      ...withBodyText(signed, (text) => text.replaceAll('{{key}}', '{{key:twin}}')),
      signing: 'simple',
      twin: `${controlKey(plan)} ${spelling?.name ?? twoWays} ${spelling ? '' : two.map((one) => one.name).join(' ')}`,
    };
    const args = { exchange: '#2', twin: '#1', what: `a signed body with ${name}` };
    const assertion = assertionOf('AUT-03', 'acceptedLike', args);
    return validCase('the same JSON in another text', [control, signed], assertion);
  };

const spelledRows = (
  what: string,
  planOf: Parameters<typeof spelledOtherwise>[0],
  ways: readonly Spelling[],
): Table => [
  ...ways.map((way) => [`${what}, ${way.name}`, spelledOtherwise(planOf, way)] as const),
  [`${what}, ${twoWays}`, spelledOtherwise(planOf)],
];

const payin = (known: TargetInventory, chance: SeededRandom) =>
  validWrite(known, 'POST /v1/user/payments/payin', chance);

/** Correctly signed requests, with bodies written in different ways. */
export const validSignatureCases = [
  generator({ name: 'a read by either scheme', evidences, posts: 0 }, (known) =>
    validReads(known).flatMap((request) =>
      bySchemes(request.plan.operation, (scheme) => (input) => {
        const { plan, before } = drawnRead(request, input);
        return acceptedCase(plan, scheme, before);
      }),
    ),
  ),
  generator(
    { name: 'a write by either scheme', evidences },
    writeOperations.flatMap((operation) =>
      bySchemes(operation, (scheme) => writeCase(operation, (plan) => acceptedCase(plan, scheme))),
    ),
  ),
  generator({ name: 'a signed body spelled otherwise', evidences: ['AUT-03'] }, [
    ...spelledRows('a bundle', harmlessWrite, spellings),
    ...spelledRows('a pay-in', payin, [...spellings, ...numberSpellings]),
  ]),
];
