import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../schemas/packageRoot.ts';

/** A change of the emulator, written by somebody who had seen nothing but interface.md and the emulator (bench/blind/brief.md). */
export interface BlindChange {
  name: string;
  kind: 'fault' | 'benign';
  /** What somebody else decided from interface.md alone: a struck change is not counted. */
  verdict: 'forbidden' | 'benign' | 'struck';
  /** A unified diff of the emulator at the commit of the round. */
  patch: string;
}

/** A round of blind changes. */
export interface Round {
  /** The commit whose emulator the patches change. */
  commit: string;
  changes: readonly BlindChange[];
}

/** Reads a round by its number. Throws if there is no such file. */
export const readRound = (number: string): Round =>
  parse(readFileSync(join(packageRoot, 'bench', 'blind', `round-${number}.yaml`), 'utf8')) as Round;
