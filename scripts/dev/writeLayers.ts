import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { withLayers } from './tidy/layers/layerDocument.ts';

/** `npm run layers`: writes the import table into ARCHITECTURE.md. */
const file = join(packageRoot, 'ARCHITECTURE.md');
const text = readFileSync(file, 'utf8');
writeFileSync(file, withLayers(text) ?? text);
