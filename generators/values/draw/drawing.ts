import type { Random } from 'fast-check';
import type { Plain } from '../../../schemas/json/plain.ts';
import type { SchemaFacts } from '../facts/facts.ts';
import type { Conjunction, RequiredSchema } from '../facts/node.ts';

/** Who will read a value: what is sent has no members that only a server writes, what is answered none that only a client does. */
export type Direction = 'sent' | 'answered';

/** One value being drawn: what the draws of its parts need of each other. */
export interface Drawing {
  random: Random;
  direction: Direction;
  facts(node: Conjunction): SchemaFacts;
  /** A value for a conjunction; throws Undrawable. `depth` counts the lists and objects around it. */
  value(node: Conjunction, depth: number): Plain;
  holds(demand: RequiredSchema, value: Plain): boolean;
  /** The fewest levels of lists and objects that a value needs; infinite where it refers to itself without an end. */
  height(node: Conjunction): number;
  /** Counts a try; throws Undrawable when too many were made for one value. */
  spend(pointer: string): void;
}

/** From so many levels on, a value only gets what it has to have. */
export const deepest = 4;
