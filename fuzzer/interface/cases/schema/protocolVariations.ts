import type { Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { protocolVariations } from '../../../engine/requests/protocolVariations.ts';
import { boundaryCaseIndex } from '../../../engine/requests/requestBoundaryCases.ts';
import { requestModel } from '../../../engine/requests/requestModel.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, controlStep, stepOf } from '../../builder/caseSteps.ts';
import {
  assertedCase,
  type CombinationTable,
  refusalCase,
  survivalCase,
  tableGenerator,
} from '../../builder/tableGenerator.ts';
import { firstValidWrite, fixedRandom, validWrite } from '../../builder/validRequests.ts';
import type { VariedOperation } from './bodyVariations.ts';

/** True for variations that the case executor can send unchanged. */
const isSendable = ({ headers, body }: CaseStep) =>
  headers.length === 0 && (!body || ('text' in body && body.type !== undefined));

/** Malformed texts that a target may accept, since its parser may stop at the end of the object. */
const lenient = ['something after the end'];

/** The boundary cases that the request of a variation covers. */
interface Aimed {
  aims: readonly string[];
}

type Turned = { step: CaseStep; label: FuzzCase['label'] };

function variationsFor({ contract, operation }: VariedOperation, plan: Plan): Turned[] {
  const found = contract.operations.find(({ key }) => key === operation);
  const variations = found ? [...protocolVariations(requestModel(contract, found), stepOf(plan))] : [];
  return variations.filter(({ step, label }) => isSendable(step) && !isOfAuthentication(label));
}

const isOfAuthentication = (label: FuzzCase['label']) =>
  label.is === 'invalid' && label.broken.keyword === 'authentication';

const wordsOf = (label: FuzzCase['label']) => (label.is === 'invalid' ? label.broken.words : label.because);

function turnedCase(plan: Plan, { step, label }: Turned): FuzzCase {
  const words = wordsOf(label);
  if (label.is === 'invalid' && !lenient.includes(words))
    return refusalCase({
      requirement: 'ERR-04a',
      control: controlStep(plan),
      defect: step,
      what: words,
      how: label.broken,
    });
  if (label.is !== 'valid') return survivalCase('ERR-04b', [step], words);
  const control: CaseStep = {
    ...step,
    signing: 'simple',
    ...(step.body && 'text' in step.body && { body: other(step.body) }),
  };
  const args = { exchange: '#2', twin: '#1', what: words };
  return assertedCase([control, step], label, [assertionOf('AUT-03', 'acceptedLike', args)]);
}

/** Returns the same text under another id. */
const other = <Body extends { text: string }>(body: Body): Body => ({
  ...body,
  text: body.text.replaceAll('{{key}}', '{{key:twin}}'),
});

/** Makes a case generator that turns a valid write into requests that break or strain the protocol. */
export function protocolVariationCases(varied: VariedOperation): CaseGenerator {
  const { contract, operation } = varied;
  const isPaying = /payout|exchange/.test(operation);
  return tableGenerator<Aimed>({
    name: `a turned request of ${operation}`,
    evidences: ['ERR-04a', 'ERR-04b', 'AUT-03'],
    posts: 2,
    isMisuse: true,
    from: (known) => firstValidWrite(known, operation),
    of: (known): CombinationTable<Aimed> => {
      const plan = validWrite(known, operation, fixedRandom);
      const all = plan ? variationsFor(varied, plan) : [];
      const boundaryCases = boundaryCaseIndex(contract);
      // A target may accept an edge-case text, so it must not move money.
      return all
        .filter(({ label }) => !isPaying || label.is !== 'odd')
        .map(({ step, label }) => [
          wordsOf(label),
          { aims: boundaryCases.of(step).filter((side) => side.endsWith(' out')) },
        ]);
    },
    aims: ({ aims }) => aims,
    make: (_, { known, chance, name }) => {
      const plan = validWrite(known, operation, chance);
      const variation = plan && variationsFor(varied, plan).find(({ label }) => wordsOf(label) === name);
      return plan && variation && turnedCase(plan, variation);
    },
  });
}
