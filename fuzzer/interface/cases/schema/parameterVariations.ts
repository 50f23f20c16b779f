import { sample } from 'fast-check';
import { drawable } from '../../../../generators/values/validValues.ts';
import { variationsOf } from '../../../../generators/values/variations.ts';
import type { Operation } from '../../../../schemas/document/operations.ts';
import type { Plain } from '../../../../schemas/json/plain.ts';
import type { Contract } from '../../../../schemas/load/contract.ts';
import type { CaseStep } from '../../../engine/cases/fuzzCase.ts';
import { holdsReference } from '../../../engine/cases/references.ts';
import { labelProblem, readBack } from '../../../engine/requests/confirmRequest.ts';
import { boundaryCaseIndex } from '../../../engine/requests/requestBoundaryCases.ts';
import { type RequestModel, type RequestPart, requestModel } from '../../../engine/requests/requestModel.ts';
import { writeRequest } from '../../../engine/requests/writeRequest.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { stepOf } from '../../builder/caseSteps.ts';
import { survivalCase } from '../../builder/cases.ts';
import { type Table, tableGenerator } from '../../builder/tables.ts';
import { fixedRandom, validReads, validWrite, writeOperations } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** A boundary case of a parameter, with the requests that cover it. */
interface Reached {
  side: string;
  steps: readonly CaseStep[];
}

/** The number of requests to choose from for a boundary case. They are alike, so more are not needed. */
const mostOfASide = 8;

/** The settings for drawing starting values of a parameter. The value in the valid request is a further starting value. */
const starts = { seed: 1, numRuns: 3 };

/** Makes a valid step of an operation, with values from the target's own lists. Returns undefined if the lists have no suitable value. */
function validStepFor(known: TargetInventory, { key }: Operation): CaseStep | undefined {
  const write = writeOperations.find((one) => one === key);
  const read = validReads(known).find(({ plan: { operation } }) => operation === key)?.plan;
  const plan = write ? validWrite(known, write, fixedRandom) : read;
  return plan && stepOf(plan);
}

/** Returns the value of a part in a valid request, unless it contains a reference. */
function shownIn(subject: RequestModel, part: RequestPart, step: CaseStep | undefined): Plain[] {
  const read = step ? readBack(subject, part, step) : undefined;
  if (!read || !('value' in read)) return [];
  return typeof read.value === 'string' && holdsReference(read.value) ? [] : [read.value];
}

function drawnFor({ contract: { document } }: RequestModel, { schema }: RequestPart): Plain[] {
  const outcome = drawable(document, schema);
  return 'values' in outcome ? sample(outcome.values, starts) : [];
}

/** The valid request from which variations are made, if there is one, and a callback that gets the reason why a variation is left out. */
interface Making {
  sound: CaseStep | undefined;
  drop(why: string): void;
}

/**
 * Yields requests with the required parameters and the given one, as it is and changed in one way. The written form of each request is checked against what the
 * request is meant to be.
 */
function* stepsOf(model: RequestModel, part: RequestPart, { sound: validStep, drop }: Making): Generator<CaseStep> {
  const parts = model.parts.filter((one) => one === part || (one.parameter && one.isRequired));
  const subject = { ...model, parts };
  const values = (one: RequestPart) => [...shownIn(model, one, validStep), ...drawnFor(model, one)];
  const first = parts.flatMap((one): [string, Plain][] =>
    values(one)
      .slice(0, 1)
      .map((value) => [one.name, value]),
  );
  for (const base of values(part)) {
    const step = (value: Plain) => writeRequest(subject, new Map(first).set(part.name, value));
    const { document } = model.contract;
    const samples = variationsOf({ document, schema: part.schema, base, seed: starts.seed });
    for (const said of [undefined, ...[...samples].map((one) => ({ part, sample: one }))]) {
      const sent = step(said ? said.sample.value : base);
      const why = labelProblem(subject, sent, said);
      if (why === undefined) yield sent;
      else drop(why.replace(`${part.name}: `, ''));
    }
  }
}

/** Returns the boundary cases of an operation's parameters that requests can cover, each with these requests. */
function reachedBy(subject: RequestModel, known: TargetInventory, drop: Making['drop']): Reached[] {
  const { contract, operation } = subject;
  const validStep = validStepFor(known, operation);
  // A write is varied only if everything except its path is valid.
  if (!validStep && operation.requestBody) return [];
  const found = new Map<string, CaseStep[]>();
  for (const part of subject.parts)
    for (const { path, headers, ...step } of part.parameter ? stepsOf(subject, part, { sound: validStep, drop }) : []) {
      const sent = { ...(validStep ?? step), path, headers };
      for (const side of boundaryCaseIndex(contract).of(sent)) {
        const steps = found.get(side) ?? [];
        if (side.includes(` ${part.name}`) && steps.length < mostOfASide) found.set(side, [...steps, sent]);
      }
    }
  return [...found].map(([side, steps]) => ({ side, steps }));
}

/** Makes case generators for the boundary cases of each operation's parameters. For nearly all of them, the text only requires that a service survives. */
export function parameterVariations(contract: Contract): readonly CaseGenerator[] {
  const documented = contract.operations.filter(({ optional, parameters }) => !optional && parameters.length > 0);
  return documented.map((operation) =>
    tableGenerator<Reached>({
      name: `a parameter of ${operation.key} by its schema`,
      evidences: ['ERR-02a'],
      posts: operation.method === 'GET' ? 0 : 1,
      isMisuse: true,
      from: (known) => JSON.stringify(validStepFor(known, operation) ?? null),
      of: (known, drop): Table<Reached> =>
        reachedBy(requestModel(contract, operation), known, drop).map(
          (one) => [one.side.slice(operation.key.length + 1), one] as const,
        ),
      aims: ({ side }) => [side],
      make: ({ steps }, { chance, name }) => survivalCase('ERR-02a', chance.pick(steps), name),
    }),
  );
}
