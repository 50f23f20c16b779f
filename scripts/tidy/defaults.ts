import type { Rule } from './breach.ts';
import { isDefaultDoor } from './doors.ts';
import { exportsOf } from './exports.ts';

/** A default export exists only where Playwright demands one. */
export const defaults: Rule = {
  name: 'defaults',
  *find(tree) {
    for (const source of tree.sources) {
      const exported = exportsOf(source).find(({ name }) => name === 'default');
      if (!exported || isDefaultDoor(tree, source.path)) continue;
      const wanted = 'a default export only in a Playwright configuration, or in a file that one names';
      yield { path: source.path, line: exported.line, wanted, seen: 'export default', fix: 'export it by its name' };
    }
  },
};
