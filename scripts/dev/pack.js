import { rmSync } from 'node:fs';
import { buildInto, packed, productEntries } from '../build.js';

// Before `npm pack`: the build that the package ships.
rmSync(packed, { recursive: true, force: true });
await buildInto(packed, productEntries());
