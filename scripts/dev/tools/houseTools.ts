import { join } from 'node:path';
import { packageRoot } from '../../../schemas/packageRoot.ts';
import { fetched } from './fetched.ts';

/** A tool that checks the structure of the code, in addition to our own rules. */
type HouseTool = 'dependency-cruiser' | 'knip';

/** Returns the path of a file of a tool. The first check fetches all tools that `pinned/` locks. Throws an Error if npm cannot fetch them. */
export const houseTool = (name: HouseTool, file: string): string =>
  join(fetched(join(packageRoot, 'scripts/dev/tools/pinned'), name), file);
