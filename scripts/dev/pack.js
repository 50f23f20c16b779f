import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildInto, buildVerifier, packed, productEntries, root } from '../build.js';

// Runs before `npm pack`: builds the product for the package.
rmSync(packed, { recursive: true, force: true });
await buildInto(packed, productEntries());
await buildVerifier(join(packed, 'verify.mjs'));

// Target files of earlier versions refer their editor to this path.
cpSync(join(root, 'traffic/target/file/target.schema.json'), join(root, 'harness/targets/target.schema.json'));
