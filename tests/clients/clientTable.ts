import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../schemas/packageRoot.ts';

/** A client with one fault. `corner`: the fault shows only in some cases. */
export interface BrokenClient {
  name: string;
  /** The requirement that must catch it. */
  breaks: string;
  corner: boolean;
  /** What it does. */
  because: string;
}

/** A client that is legal in another way; `because` says why. */
export interface BenignClient {
  name: string;
  because: string;
}

/** Reads the clients of the mutation run for clients. */
export function clientTable(): { broken: BrokenClient[]; benign: BenignClient[] } {
  return JSON.parse(readFileSync(join(packageRoot, 'tests/clients/clients.json'), 'utf8'));
}

/** Returns the command that starts a client of the table, in the root of the repository. */
export const commandOf = (name: string): string[] => ['python3', 'tests/clients/broken.py', name];
