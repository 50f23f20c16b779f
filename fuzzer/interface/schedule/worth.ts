import type { CaseGenerator } from '../builder/caseGenerator.ts';
import { dimensionsOf, requirementNamed } from '../executor/requirements.ts';
import type { Combination, GeneratorProgress } from './generatorProgress.ts';

/** The price of a case without a POST, in POSTs: it still costs reads and time. */
const leastPrice = 0.2;

/** The weight of requirements that only observe. They never fail a target, so they are tried less often. */
export const observeWeight = 0.3;

/** A requirement whose text quantifies over this many dimensions weighs twice as much as one without any: more can hide in a wider space. */
const dimensionsThatDouble = 3;

/** The weight of a requirement among those that a POST may serve. */
export const weightOf = (id: string) =>
  (requirementNamed(id).kind === 'observe' ? observeWeight : 1) * (1 + dimensionsOf(id).length / dimensionsThatDouble);

/** A case generator with ten times as many combinations weighs this much more, since more can hide among them. */
export const widthOf = ({ size }: GeneratorProgress) => 1 + Math.log10(size);

/** The price of a case, in POSTs. */
export const priceOf = ({ posts }: CaseGenerator) => Math.max(leastPrice, posts);

/** Names a side of a requirement: what it allows, or what it forbids. */
export const sideOf = ({ isMisuse }: CaseGenerator, id: string) => `${id} ${isMisuse}`;

/** Names a combination among those of all case generators. */
export const keyOf = ({ generator, name }: Combination) => `${generator.name}: ${name}`;
