import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildInto, packed, productEntries, root } from '../build.js';

// Runs before `npm pack`: builds the product for the package.
rmSync(packed, { recursive: true, force: true });
await buildInto(packed, productEntries());

// Target files of earlier versions refer their editor to this path.
cpSync(join(root, 'traffic/target/file/target.schema.json'), join(root, 'harness/targets/target.schema.json'));
