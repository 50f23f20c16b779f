import type { Plain } from '../../schemas/json/plain.ts';
import { additionalMemberChanges } from './changes/additionalMemberChanges.ts';
import type { Changes } from './changes/change.ts';
import { choiceChanges } from './changes/choiceChanges.ts';
import { enumChanges, unlessEnumerated } from './changes/enumChanges.ts';
import { listChanges } from './changes/listChanges.ts';
import { memberChanges } from './changes/memberChanges.ts';
import { numberChanges } from './changes/numberChanges.ts';
import type { Sample } from './changes/sample.ts';
import { sizeChanges } from './changes/sizeChanges.ts';
import { textChanges } from './changes/textChanges.ts';
import { typeChanges } from './changes/typeChanges.ts';
import { visits } from './changes/visits.ts';
import { randomOf } from './draw/chance.ts';
import { Draw } from './draw/draw.ts';
import { scopeOf } from './facts/scope.ts';

/** A valid value, its outermost schema (the object in the document), and the seed for drawing its variations. */
export interface VariationBase {
  document: object;
  schema: unknown;
  base: Plain;
  seed?: number;
}

const families: readonly Changes[] = [
  enumChanges,
  unlessEnumerated(numberChanges),
  unlessEnumerated(textChanges),
  unlessEnumerated(listChanges),
  unlessEnumerated(memberChanges),
  unlessEnumerated(sizeChanges),
  unlessEnumerated(additionalMemberChanges),
  choiceChanges,
  typeChanges,
];

/** Yields values one change away from a base value, outermost places first: values that stay valid, and values that violate one constraint. */
export function* variationsOf({ document, schema, base, seed = 0 }: VariationBase): Generator<Sample> {
  const scope = scopeOf(document);
  const random = randomOf(seed);
  for (const visit of visits({ scope, random }, scope.demandOf(schema), base)) {
    for (const changes of families) {
      const drawing = new Draw(scope, random, 'sent');
      for (const { value, label, within = '', keyword, schema: pointer, side, words } of changes(visit, drawing)) {
        const reason = { place: visit.place + within, schema: pointer, keyword, side, words };
        yield { value: visit.put(value), label, reason };
      }
    }
  }
}
