import { join } from 'node:path';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { fetched } from './fetched.ts';

/** A tool that judges the house, beside our own rules. */
type HouseTool = 'dependency-cruiser' | 'knip';

/** Returns a file of a tool. The first check fetches all tools that `pinned/` locks. Throws an Error if npm cannot. */
export const houseTool = (name: HouseTool, file: string): string =>
  join(fetched(join(packageRoot, 'scripts/dev/tools/pinned'), name), file);
