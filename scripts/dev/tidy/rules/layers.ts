import { importsOf, isRelative } from '../source/imports.ts';
import { mentionsOf } from '../source/mentions.ts';
import { isPlaywrightConfig, isTest, joined, type Source, type Tree } from '../source/sourceTree.ts';
import type { Rule, Violation } from '../source/violation.ts';
import { configurationImports, type Layer, layers, testImports } from './layerTable.ts';

type Fault = Pick<Violation, 'wanted' | 'seen' | 'fix'>;

/** A folder imports only what its row of the import table names; a type counts too, but where the row gives it leave. */
export const layersRule: Rule = {
  name: 'layers',
  *find(tree: Tree) {
    for (const source of tree.sources) {
      const layer = layerOf(source.path);
      if (layer) yield* [...importBreaches(source, layer), ...callBreaches(source, layer)];
      else yield { path: source.path, line: 1, ...noRow };
    }
  },
};

const noRow = {
  wanted: 'every folder with sources in the import table',
  seen: 'a folder without a row',
  fix: 'move the file, or give the folder a row in scripts/dev/tidy/rules/layerTable.ts',
};

function layerOf(path: string): Layer | undefined {
  if (!path.includes('/')) return { folder: '', may: isPlaywrightConfig(path) ? configurationImports : [] };
  const rows = layers.filter(({ folder }) => path.startsWith(folder));
  const layer = rows.sort((left, right) => right.folder.length - left.folder.length)[0];
  return layer && isTest(path) ? relaxed(layer) : layer;
}

function relaxed({ may, tests = [], packages = [], ...rest }: Layer): Layer {
  const isWaived = (name: string) => matches(name, testImports.packages);
  return {
    ...rest,
    may: [...may, ...tests, ...testImports.paths],
    packages: packages.filter((name) => !isWaived(name)),
  };
}

function* importBreaches(source: Source, layer: Layer): Generator<Violation> {
  for (const { specifier, typeOnly, line } of importsOf(source)) {
    const fault = isRelative(specifier)
      ? pathFault(joined(source.path, specifier), typeOnly, layer)
      : packageFault(specifier, layer);
    if (fault) yield { path: source.path, line, ...fault };
  }
}

function pathFault(target: string, typeOnly: boolean, { folder, may, types = [] }: Layer): Fault | undefined {
  if ([...may, ...(typeOnly ? types : [])].some((allowed) => target.startsWith(allowed))) return undefined;
  const named = [...may, ...types.map((path) => `${path} (its types)`)];
  const wanted = `${folder || 'a file of the root'} to import only ${named.join(', ') || 'packages'}`;
  return { wanted, seen: target, fix: 'move the code to a layer that may, or take the value as an argument' };
}

function packageFault(specifier: string, { folder, packages = [] }: Layer): Fault | undefined {
  if (!matches(specifier, packages)) return undefined;
  const wanted = `${folder} without ${packages.join(', ')}`;
  return { wanted, seen: specifier, fix: 'leave it to the layer whose work it is, and take the result as an argument' };
}

function* callBreaches(source: Source, layer: Layer): Generator<Violation> {
  if (!layer.calls) return;
  for (const { name, args, line } of mentionsOf(source)) {
    const isWithArguments = name === 'new Date' && args !== undefined && args.length > 0;
    if (isWithArguments || !layer.calls.includes(name)) continue;
    yield {
      path: source.path,
      line,
      wanted: `${layer.folder} without ${layer.calls.join(', ')}`,
      seen: name,
      fix: 'take the value as an argument: the same input must give the same answer',
    };
  }
}

function matches(specifier: string, packages: readonly string[]): boolean {
  return packages.some((name) =>
    name.endsWith(':') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`),
  );
}
