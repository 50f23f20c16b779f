import type { Contract } from '../../../../schemas/load/contract.ts';
import type { Plan } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseStep, FuzzCase } from '../../../engine/cases/fuzzCase.ts';
import { type ProtocolVariation, protocolVariations } from '../../../engine/requests/protocolVariations.ts';
import { boundaryCaseIndex } from '../../../engine/requests/requestBoundaryCases.ts';
import { requestModel } from '../../../engine/requests/requestModel.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf, withBodyText } from '../../builder/caseSteps.ts';
import { refusalCase, survivalCase, validCase } from '../../builder/cases.ts';
import { type Table, tableGenerator } from '../../builder/tables.ts';
import { firstValidWrite, fixedRandom, validWrite, writeOperations } from '../../builder/validRequests.ts';
import { bodyVariations, type VariedOperation } from './bodyVariations.ts';
import { parameterVariations } from './parameterVariations.ts';

/** True for variations that the case executor can send unchanged. */
const isSendable = ({ headers, body }: CaseStep) =>
  headers.length === 0 && (!body || ('text' in body && body.type !== undefined));

/** Malformed texts that a target may accept, since its parser may stop at the end of the object. */
const lenient = ['something after the end'];

/** Yields the variations of a write that are not about its authentication. */
function* variationsFor({ contract, operation }: VariedOperation, plan: Plan): Iterable<ProtocolVariation> {
  const found = contract.operations.find(({ key }) => key === operation);
  for (const one of found ? protocolVariations(requestModel(contract, found), stepOf(plan)) : [])
    if (isSendable(one.step) && !isOfAuthentication(one.label)) yield one;
}

const isOfAuthentication = (label: FuzzCase['label']) =>
  label.is === 'invalid' && label.broken.keyword === 'authentication';

const wordsOf = (label: FuzzCase['label']) => (label.is === 'invalid' ? label.broken.words : label.because);

function turnedCase(plan: Plan, { step, label }: ProtocolVariation): FuzzCase {
  const words = wordsOf(label);
  if (label.is === 'invalid' && !lenient.includes(words))
    return refusalCase('ERR-04a', [plan, step], { what: words, ...label.broken });
  if (label.is !== 'valid') return survivalCase('ERR-04b', step, words);
  const other = withBodyText(step, (text) => text.replaceAll('{{key}}', '{{key:twin}}'));
  const args = { exchange: '#2', twin: '#1', what: words };
  return validCase(words, [{ ...other, signing: 'simple' }, step], assertionOf('AUT-03', 'acceptedLike', args));
}

/** Makes a case generator that turns a valid write into requests that break or strain the protocol. */
function protocolVariationCases(varied: VariedOperation): CaseGenerator {
  const { contract, operation } = varied;
  const isPaying = /payout|exchange/.test(operation);
  return tableGenerator<readonly string[]>({
    name: `a turned request of ${operation}`,
    evidences: ['ERR-04a', 'ERR-04b', 'AUT-03'],
    posts: 2,
    isMisuse: true,
    from: (known) => firstValidWrite(known, operation),
    of: (known): Table<readonly string[]> => {
      const plan = validWrite(known, operation, fixedRandom);
      const boundaryCases = boundaryCaseIndex(contract);
      // A target may accept an edge-case text, so it must not move money.
      return (plan ? [...variationsFor(varied, plan)] : [])
        .filter(({ label }) => !isPaying || label.is !== 'odd')
        .map(({ step, label }) => [wordsOf(label), boundaryCases.of(step).filter((side) => side.endsWith(' out'))]);
    },
    aims: (aims) => aims,
    make: (_, { known, chance, name }) => {
      const plan = validWrite(known, operation, chance);
      for (const one of plan ? variationsFor(varied, plan) : [])
        if (plan && wordsOf(one.label) === name) return turnedCase(plan, one);
      return undefined;
    },
  });
}

const drawn = new WeakMap<Contract, readonly CaseGenerator[]>();

/**
 * Returns the case generators that vary the requests of the interface by the schemas of a contract: bodies, protocol details and parameters. They are the same
 * each time.
 */
export function schemaCases(contract: Contract): readonly CaseGenerator[] {
  const moves = drawn.get(contract) ?? movesOf(contract);
  drawn.set(contract, moves);
  return moves;
}

function movesOf(contract: Contract): readonly CaseGenerator[] {
  const bodies = writeOperations.flatMap((operation) => {
    const found = contract.operations.find(({ key }) => key === operation);
    const body = found && requestModel(contract, found).parts.find(({ parameter }) => !parameter);
    const varied = body && { contract, operation, schema: body.schema };
    return varied ? [bodyVariations(varied), protocolVariationCases(varied)] : [];
  });
  return [...bodies, ...parameterVariations(contract)];
}
