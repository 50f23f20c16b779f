import { type Layer, layerOf } from '../layers/layerTable.ts';
import { mentionsOf } from '../source/mentions.ts';
import type { Source } from '../source/sourceTree.ts';
import type { Rule, Violation } from '../source/violation.ts';

/** Every source has a row in the import table, and calls nothing that its row forbids. */
export const layerCalls: Rule = {
  name: 'layers',
  *find({ sources }) {
    for (const source of sources) {
      const layer = layerOf(source.path);
      if (layer) yield* breaches(source, layer);
      else yield { path: source.path, line: 1, ...noRow };
    }
  },
};

const noRow = {
  wanted: 'every folder with sources in the import table',
  seen: 'a folder without a row',
  fix: 'move the file, or give the folder a row in scripts/dev/tidy/layers/layerTable.ts',
};

function* breaches(source: Source, { folder, never = [] }: Layer): Generator<Violation> {
  const calls = never.flatMap((one) => one.calls ?? []);
  for (const { name, args, line } of calls.length > 0 ? mentionsOf(source) : []) {
    const isWithArguments = name === 'new Date' && args !== undefined && args.length > 0;
    if (isWithArguments || !calls.includes(name)) continue;
    const wanted = `${folder} without ${calls.join(', ')}`;
    const fix = 'take the value as an argument: the same input must give the same answer';
    yield { path: source.path, line, wanted, seen: name, fix };
  }
}
