import type { Contract } from '../../../../schemas/load/contract.ts';
import { requestModel } from '../../../engine/requests/requestModel.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { writeOperations } from '../../builder/validRequests.ts';
import { bodyVariations } from './bodyVariations.ts';
import { parameterVariations } from './parameterVariations.ts';
import { protocolVariationCases } from './protocolVariations.ts';

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
