import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildInto, packed, productEntries, root } from '../build.js';

// Before `npm pack`: the build that the package ships.
rmSync(packed, { recursive: true, force: true });
await buildInto(packed, productEntries());

// Target files of earlier versions point their editor here.
cpSync(join(root, 'traffic/target/file/target.schema.json'), join(root, 'harness/targets/target.schema.json'));
