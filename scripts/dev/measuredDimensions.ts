import { evidenceFor, type JudgementInput } from '../../judge/judge.ts';
import { dimensionsOfDelivery, dimensionsOfExchange } from '../../traffic/journal/exchangeDimensions.ts';
import type { RunRecord } from '../../traffic/journal/runRecord.ts';
import { type DimensionName, dimensions, isDimension } from '../../traffic/requirements/dimensions.ts';

/** Returns a reader of the dimensions of an exchange or a delivery of a run, by its id; each is read once. */
function readerOf({ exchanges, webhooks }: RunRecord) {
  const byExchange = new Map(exchanges.map((one) => [one.id, one]));
  const known = new Map<string, readonly { name: DimensionName; value: string }[]>();
  return (id: string) => {
    const exchange = byExchange.get(id);
    const delivery = webhooks.known(id);
    const values =
      known.get(id) ??
      (exchange && dimensionsOfExchange(exchange)) ??
      (delivery && dimensionsOfDelivery(delivery)) ??
      [];
    known.set(id, values);
    return values;
  };
}

/** Returns the dimensions in which the evidence of each requirement of a run has at least two values, in the order of their table. */
export function variedIn(given: JudgementInput): Map<string, DimensionName[]> {
  const read = readerOf(given.record);
  const names = Object.keys(dimensions).filter(isDimension);
  return new Map(
    given.requirements.map((requirement) => {
      const values = new Set(
        evidenceFor(given, requirement)
          .flatMap(read)
          .map(({ name, value }) => `${name} ${value}`),
      );
      const several = (name: DimensionName) => [...values].filter((one) => one.startsWith(`${name} `)).length > 1;
      return [requirement.id, names.filter(several)];
    }),
  );
}
