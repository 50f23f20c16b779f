import { digests } from './digests.ts';
import { everyArgument } from './everyArgument.ts';
import { exactAmounts } from './exactAmounts.ts';
import { handlers } from './handlers.ts';
import { otherForms } from './otherForms.ts';
import { pagesAndEscapes } from './pagesAndEscapes.ts';
import { plainIds } from './plainIds.ts';
import { refusalScenarios } from './refusals.ts';
import type { MakeScenarios, Scenario } from './scenario.ts';
import { secretScenarios } from './secrets.ts';
import { signedCalls } from './signedCalls.ts';
import { statuses } from './statuses.ts';
import { webhookOrder } from './webhookOrder.ts';

const makers: readonly MakeScenarios[] = [
  signedCalls,
  plainIds,
  otherForms,
  exactAmounts,
  digests,
  webhookOrder,
  refusalScenarios,
  secretScenarios,
  pagesAndEscapes,
  statuses,
  handlers,
  everyArgument,
];

/** The name of a scenario in the journal: unique over all requirements. */
export const scenarioName = ({ requirement, name }: Scenario): string => `${requirement} ${name}`;

/** Makes all scenarios of the gate. */
export const allScenarios: MakeScenarios = (known) => makers.flatMap((make) => make(known));
