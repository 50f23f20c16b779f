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
import { type CombinationTable, survivalCase, tableGenerator } from '../../builder/tableGenerator.ts';
import { fixedRandom, validReads, validWrite, writeOperations } from '../../builder/validRequests.ts';
import type { TargetInventory } from '../../target/targetInventory.ts';

/** A side of a parameter, with the requests that lie on it. */
interface Reached {
  side: string;
  steps: readonly CaseStep[];
}

/** Requests of one side are alike: these are enough to choose from. */
const mostOfASide = 8;

/** Values that a parameter starts from, beside that of the sound request. */
const starts = { seed: 1, numRuns: 3 };

/** A sound request of an operation by the target's own lists; undefined where they have nothing for it. */
function soundStep(known: TargetInventory, { key }: Operation): CaseStep | undefined {
  const write = writeOperations.find((one) => one === key);
  const read = validReads(known).find(({ plan: { operation } }) => operation === key)?.plan;
  const plan = write ? validWrite(known, write, fixedRandom) : read;
  return plan && stepOf(plan);
}

/** The value of a part in a sound request, where it stands by itself. */
function shownIn(subject: RequestModel, part: RequestPart, step: CaseStep | undefined): Plain[] {
  const read = step ? readBack(subject, part, step) : undefined;
  if (!read || !('value' in read)) return [];
  return typeof read.value === 'string' && holdsReference(read.value) ? [] : [read.value];
}

function drawnFor({ contract: { document } }: RequestModel, { schema }: RequestPart): Plain[] {
  const outcome = drawable(document, schema);
  return 'values' in outcome ? sample(outcome.values, starts) : [];
}

/** The sound request that others are varied from, where there is one, and who is told why a variation is left out. */
interface Making {
  sound: CaseStep | undefined;
  drop(why: string): void;
}

/** Requests with one parameter beside what is required, and that one changed in one way, each confirmed as it is written. */
function* stepsOf(whole: RequestModel, part: RequestPart, { sound, drop }: Making): Generator<CaseStep> {
  const parts = whole.parts.filter((one) => one === part || (one.parameter && one.isRequired));
  const subject = { ...whole, parts };
  const values = (one: RequestPart) => [...shownIn(whole, one, sound), ...drawnFor(whole, one)];
  const first = parts.flatMap((one): [string, Plain][] =>
    values(one)
      .slice(0, 1)
      .map((value) => [one.name, value]),
  );
  for (const base of values(part)) {
    const step = (value: Plain) => writeRequest(subject, new Map(first).set(part.name, value));
    const { document } = whole.contract;
    const samples = variationsOf({ document, schema: part.schema, base, seed: starts.seed });
    for (const said of [undefined, ...[...samples].map((one) => ({ part, sample: one }))]) {
      const sent = step(said ? said.sample.value : base);
      const why = labelProblem(subject, sent, said);
      if (why === undefined) yield sent;
      else drop(why.replace(`${part.name}: `, ''));
    }
  }
}

/** The sides of the parameters of an operation that requests of it reach. */
function reachedBy(subject: RequestModel, known: TargetInventory, drop: Making['drop']): Reached[] {
  const { contract, operation } = subject;
  const sound = soundStep(known, operation);
  // What is written is of nobody's unless it is sound but for its path.
  if (!sound && operation.requestBody) return [];
  const found = new Map<string, CaseStep[]>();
  for (const part of subject.parts)
    for (const { path, headers, ...step } of part.parameter ? stepsOf(subject, part, { sound, drop }) : []) {
      const sent = { ...(sound ?? step), path, headers };
      for (const side of boundaryCaseIndex(contract).of(sent)) {
        const steps = found.get(side) ?? [];
        if (side.includes(` ${part.name}`) && steps.length < mostOfASide) found.set(side, [...steps, sent]);
      }
    }
  return [...found].map(([side, steps]) => ({ side, steps }));
}

/** The sides of the parameters of each operation: of nearly all the text says nothing but that a service stands them. */
export function parameterVariations(contract: Contract): readonly CaseGenerator[] {
  const documented = contract.operations.filter(({ optional, parameters }) => !optional && parameters.length > 0);
  return documented.map((operation) =>
    tableGenerator<Reached>({
      name: `a parameter of ${operation.key} by its schema`,
      evidences: ['ERR-02a'],
      posts: operation.method === 'GET' ? 0 : 1,
      isMisuse: true,
      from: (known) => JSON.stringify(soundStep(known, operation) ?? null),
      of: (known, drop): CombinationTable<Reached> =>
        reachedBy(requestModel(contract, operation), known, drop).map(
          (one) => [one.side.slice(operation.key.length + 1), one] as const,
        ),
      aims: ({ side }) => [side],
      make: ({ steps }, { chance, name }) => survivalCase('ERR-02a', [chance.pick(steps)], name),
    }),
  );
}
