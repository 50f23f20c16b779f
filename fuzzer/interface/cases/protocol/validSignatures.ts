import { numberSpellings, type Spelling, spellings } from '../../../../generators/texts/spellings.ts';
import { controlKey, type Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import type { SeededRandom } from '../../../engine/cases/seededRandom.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { assertedCase, tableGenerator, validLabel } from '../../builder/tableGenerator.ts';
import {
  harmlessWrite,
  type ValidRequest,
  validReads,
  validWrite,
  writeOperations,
} from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

const schemes = { simple: 'AUT-01', signed: 'AUT-02' } as const;

type Scheme = keyof typeof schemes;

function acceptedCase({ plan, before }: ValidRequest, signing: Scheme): FuzzCase {
  const steps = [...before, stepOf(plan, { signing })];
  const what = `${plan.operation} by the ${signing} scheme`;
  const assertion = assertionOf(schemes[signing], 'accepted', { exchange: `#${steps.length}`, what });
  return assertedCase(steps, validLabel(what), [assertion]);
}

const names = Object.keys(schemes) as readonly Scheme[];

/** Both schemes, on every read. */
const reads: CaseGenerator = tableGenerator<{ sound: ValidRequest; scheme: Scheme }>({
  name: 'a read by either scheme',
  evidences: Object.values(schemes),
  posts: 0,
  isMisuse: false,
  of: (known) =>
    validReads(known).flatMap((request) =>
      names.map((scheme) => [`${request.plan.operation} ${scheme}`, { sound: request, scheme }] as const),
    ),
  make: ({ sound: request, scheme }) => acceptedCase(request, scheme),
});

/** Both schemes, on every write. */
const creations: CaseGenerator = tableGenerator<{ operation: (typeof writeOperations)[number]; scheme: Scheme }>({
  name: 'a write by either scheme',
  evidences: Object.values(schemes),
  posts: 1,
  isMisuse: false,
  of: () =>
    writeOperations.flatMap((operation) =>
      names.map((scheme) => [`${operation} ${scheme}`, { operation, scheme }] as const),
    ),
  make: ({ operation, scheme }, { known, chance }) => {
    const plan = validWrite(known, operation, chance);
    return plan && acceptedCase({ plan, before: [] }, scheme);
  },
});

/** Returns a step whose body is written differently. */
function spelled(step: CaseStep, { text }: Spelling): CaseStep {
  const { body } = step;
  return body && 'text' in body ? { ...step, body: { ...body, text: text(body.text) } } : step;
}

type Target = (known: TargetInventory, chance: SeededRandom) => Plan | undefined;

const ofPayin: Target = (known, chance) => validWrite(known, 'POST /v1/user/payments/payin', chance);

const targets: readonly (readonly [string, Target, readonly Spelling[]])[] = [
  ['a bundle', harmlessWrite, spellings],
  ['a pay-in', ofPayin, [...spellings, ...numberSpellings]],
];

/** Bodies whose text is written differently, in one way or several at once: the signature covers the text as sent. */
const otherTexts: CaseGenerator = tableGenerator<{ target: Target; spelling: Spelling }>({
  name: 'a signed body spelled otherwise',
  evidences: ['AUT-03'],
  posts: 1,
  isMisuse: false,
  of: () =>
    targets.flatMap(([what, target, ways]) =>
      [...ways, { name: 'two ways at once', text: (validText: string) => validText }].map(
        (spelling) => [`${what}, ${spelling.name}`, { target, spelling }] as const,
      ),
    ),
  make: ({ target, spelling }, { known, chance, name }) => {
    const plan = target(known, chance);
    if (!plan) return undefined;
    const validStep = stepOf(plan);
    const [one, other] = [chance.pick(spellings), chance.pick(spellings)];
    const signed =
      spelling.name === 'two ways at once' ? spelled(spelled(validStep, one), other) : spelled(validStep, spelling);
    const text = signed.body && 'text' in signed.body ? signed.body.text : '';
    // The control request has the same text and its own id. It uses the scheme that does not sign the text.
    const controlText = text.replaceAll('{{key}}', '{{key:twin}}');
    const control: CaseStep = {
      ...signed,
      body: { type: 'application/json', text: controlText },
      signing: 'simple',
      twin: `${controlKey(plan)} ${spelling.name} ${spelling.name === 'two ways at once' ? `${one.name} ${other.name}` : ''}`,
    };
    const args = { exchange: '#2', twin: '#1', what: `a signed body with ${name}` };
    return assertedCase([control, signed], validLabel('the same JSON in another text'), [
      assertionOf('AUT-03', 'acceptedLike', args),
    ]);
  },
});

/** Correctly signed requests, with bodies written in different ways. */
export const validSignatureCases: readonly CaseGenerator[] = [reads, creations, otherTexts];
