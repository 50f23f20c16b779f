import { exportsOf } from '../source/exports.ts';
import { mayExportDefault } from '../source/outsideUses.ts';
import type { Rule } from '../source/violation.ts';

/** A default export exists only where Playwright demands one. */
export const defaultExports: Rule = {
  name: 'defaults',
  *find(tree) {
    for (const source of tree.sources) {
      const exported = exportsOf(source).find(({ name }) => name === 'default');
      if (!exported || mayExportDefault(tree, source.path)) continue;
      const wanted = 'a default export only in a Playwright configuration, or in a file that one names';
      yield { path: source.path, line: exported.line, wanted, seen: 'export default', fix: 'export it by its name' };
    }
  },
};
