import { withLayers } from '../layers/layerDocument.ts';
import type { Rule } from '../source/violation.ts';

/** ARCHITECTURE.md shows the import table as it is executed. */
export const layerTableInDocument: Rule = {
  name: 'documents',
  *find({ files }) {
    for (const { path, text } of files.filter((file) => file.path === 'ARCHITECTURE.md')) {
      if (withLayers(text) === text) continue;
      const wanted = 'the table of scripts/dev/tidy/layers/layerTable.ts between its two marks';
      yield { path, line: 1, wanted, seen: 'another, or no marks', fix: 'run `npm run layers`' };
    }
  },
};
