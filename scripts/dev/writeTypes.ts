import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { requestTypes } from './tidy/source/requestTypes.ts';

/** `npm run types`: writes the types of bodies and queries into schemas/requestTypes.ts. */
const document = JSON.parse(readFileSync(join(packageRoot, 'schemas/openapi.json'), 'utf8'));
writeFileSync(join(packageRoot, 'schemas/requestTypes.ts'), requestTypes(document));
