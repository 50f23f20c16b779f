import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../schemas/packageRoot.ts';
import type { DimensionName } from './dimensions.ts';

/** The dimensions in which the evidence of a requirement took several values, in one night and in a full run on the embedded emulator. */
export interface VariedDimensions {
  night: readonly DimensionName[];
  full: readonly DimensionName[];
}

/** The generated dimensions of all requirements, beside the catalogue. */
export const variedDimensionsFile = join(packageRoot, 'specs/dimensions.json');

/** The dimensions over which the text states each requirement, written by hand. */
const quantifiersFile = join(packageRoot, 'specs/quantifiers.json');

/** What the text states a requirement for, and why the check keeps some of it constant. */
export interface Quantifiers {
  /** The dimensions over which the text says "each", "any", "never", "unique", "all" or "same". */
  over: readonly DimensionName[];
  /** Dimensions of `over` that a full run does not vary, each with the reason. */
  constant?: Readonly<Partial<Record<DimensionName, string>>>;
}

const readById = <Value>(file: string): Readonly<Record<string, Value>> =>
  JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Value>>;

/** Reads the measured dimensions, by requirement id. */
export const readVariedDimensions = (): Readonly<Record<string, VariedDimensions>> => readById(variedDimensionsFile);

/** Reads the quantifiers of the text, by requirement id. */
export const readQuantifiers = (): Readonly<Record<string, Quantifiers>> => readById(quantifiersFile);
