import { exactAmounts } from './exactAmounts.ts';
import { otherForms } from './otherForms.ts';
import { plainIds } from './plainIds.ts';
import type { MakeScenarios, Scenario } from './scenario.ts';
import { signedCalls } from './signedCalls.ts';

const makers: readonly MakeScenarios[] = [signedCalls, plainIds, otherForms, exactAmounts];

/** The name of a scenario in the journal: unique over all requirements. */
export const scenarioName = ({ requirement, name }: Scenario): string => `${requirement} ${name}`;

/** Makes all scenarios of the gate. */
export const allScenarios: MakeScenarios = (known) => makers.flatMap((make) => make(known));
