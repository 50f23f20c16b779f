import { judgeAssertion } from '../../oracles/registry.ts';
import { collectedTests, collectSpecs } from '../../runner/requirement/inProcessRunner.ts';
import { requirementOf } from '../../runner/requirement/runRequirement.ts';
import { runTraceChecks } from '../../runner/requirement/runTraceChecks.ts';
import { dimensionsOfDelivery, dimensionsOfExchange } from '../../traffic/journal/exchangeDimensions.ts';
import { openRecord } from '../../traffic/journal/openRecord.ts';
import type { Run } from '../../traffic/journal/run.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import {
  type DimensionName,
  type DimensionValue,
  dimensions,
  isDimension,
} from '../../traffic/requirements/dimensions.ts';
import { decide } from '../../traffic/system/environment.ts';

/** Returns a reader of the dimensions of an exchange or a delivery of a run, by its id; each is read once. */
function readerOf({ exchanges, webhooks }: RunRecord) {
  const byExchange = new Map(exchanges.map((one) => [one.id, one]));
  const known = new Map<string, readonly DimensionValue[]>();
  const read = (id: string): readonly DimensionValue[] => {
    const [exchange, delivery] = [byExchange.get(id), webhooks.known(id)];
    if (exchange) return dimensionsOfExchange(exchange);
    return delivery ? dimensionsOfDelivery(delivery) : [];
  };
  return (id: string) => {
    const values = known.get(id) ?? read(id);
    known.set(id, values);
    return values;
  };
}

/** Returns the exchanges of a test, and what its assertions rest on. */
function evidenceOfTest(record: RunRecord, id: string): string[] {
  const own = record.exchanges.filter(({ line }) => line.requirement === id).map((one) => one.id);
  const assertions = record.assertions.filter(({ requirement }) => requirement === id);
  return [...own, ...assertions.flatMap(({ oracle, args }) => judgeAssertion(record, oracle, args).exchanges)];
}

/** Returns what each requirement rests on in a run, by its id. */
async function evidenceIn(run: Run, record: RunRecord): Promise<Map<string, Iterable<string>>> {
  decide('ASSAY_COLLECTS', '1');
  await collectSpecs();
  const traceChecks = await runTraceChecks(run, record, () => true);
  const tests = collectedTests()
    .map(requirementOf)
    .filter(({ law: isTraceCheck }) => !isTraceCheck);
  return new Map<string, Iterable<string>>([
    ...traceChecks.map(({ requirement, evidence }) => [requirement.id, evidence] as const),
    ...tests.map(({ id }) => [id, evidenceOfTest(record, id)] as const),
  ]);
}

/** Returns the dimensions in which the evidence of each requirement of a run has at least two values, in the order of their table. */
export async function variedIn(run: Run): Promise<Map<string, DimensionName[]>> {
  const record = await openRecord(run.journal);
  const read = readerOf(record);
  const names = Object.keys(dimensions).filter(isDimension);
  const evidence = await evidenceIn(run, record);
  return new Map(
    [...evidence].map(([id, ids]) => {
      const values = new Map<DimensionName, Set<string>>(names.map((name) => [name, new Set()]));
      for (const one of ids) for (const { name, value } of read(one)) values.get(name)?.add(value);
      return [id, names.filter((name) => (values.get(name)?.size ?? 0) > 1)];
    }),
  );
}
