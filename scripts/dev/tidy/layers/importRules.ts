import { builtinModules } from 'node:module';
import { type Layer, layers, testImports } from './layerTable.ts';

/** One end of an import, as a rule of dependency-cruiser describes it; paths are regular expressions. */
interface ImportEnd {
  readonly path?: string | readonly string[];
  readonly pathNot?: string | readonly string[];
  readonly circular?: boolean;
  readonly viaOnly?: { readonly dependencyTypesNot: readonly string[] };
  readonly dependencyTypes?: readonly string[];
  readonly dependencyTypesNot?: readonly string[];
}

/** A rule of dependency-cruiser: imports from one end to the other are forbidden, for the reason in the comment. */
interface Rule {
  readonly name: string;
  readonly severity: 'error';
  readonly from: ImportEnd;
  readonly to: ImportEnd;
  readonly comment: string;
}

const typeOnly: readonly string[] = ['type-only', 'type-import'];

/** The words that a path may not consist of: alone, or as a word of a camelCase name. */
const empty =
  '(?:^|[/._-])(?:utils?|helpers?|common|misc)(?:[/._A-Z-])|[a-z0-9](?:Utils?|Helpers?|Common|Misc)[/._A-Z-]';

/** What holds of all sources. */
const everywhere: readonly Rule[] = [
  forbidden('cycles', {
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: typeOnly } },
    comment: 'wanted no circle of imports; move what both need to a file of its own, or import only the type',
  }),
  forbidden('sleeps', {
    from: { path: '\\.(?:test|spec)\\.ts$' },
    to: { path: packagePattern('node:timers/promises') },
    comment: 'wanted tests that never sleep; wait for what must become true with a deadline: expect.poll, or an event',
  }),
  ...(['from', 'to'] as const).map((end) =>
    forbidden(`names (${end})`, {
      from: {},
      to: { dependencyTypesNot: ['core'] },
      [end]: { path: empty, pathNot: 'node_modules/' },
      comment: 'wanted paths that say the idea, without utils, helpers, common, misc; name the file by what it does',
    }),
  ),
];

/** What dependency-cruiser forbids: the import table row by row, for tests and for the rest, and what holds everywhere. */
export const importRules: readonly Rule[] = [...layers.flatMap(rulesOf), ...everywhere];

/** What a row says of its tests, or of the rest. */
interface Row {
  readonly may: readonly string[];
  readonly types: readonly string[];
  readonly packages: readonly string[];
}

function rulesOf(layer: Layer): Rule[] {
  const { folder, may, types = [], tests = [], never = [] } = layer;
  const packages = never.flatMap((one) => one.packages ?? []);
  const ofTests = packages.filter((name) => !name.startsWith('node:'));
  const deeper = layers.filter((other) => other !== layer && other.folder.startsWith(folder));
  const elsewhere = beginningsOf(deeper.map((other) => other.folder));
  const test = '\\.test\\.ts$';
  const code = { path: beginningsOf([folder]), pathNot: [...elsewhere, test] };
  const itsTests = { path: `^${literal(folder)}.*${test}`, pathNot: elsewhere };
  return [
    ...rowRules(folder, { may, types, packages }, code),
    ...rowRules(`tests of ${folder}`, { may: [...may, ...tests, ...testImports], types, packages: ofTests }, itsTests),
  ];
}

function rowRules(place: string, { may, types, packages }: Row, from: Rule['from']): Rule[] {
  const open = beginningsOf(may);
  const typed = beginningsOf(types);
  const named = [...may, ...types.map((path) => `${path} (its types)`)].join(', ');
  const rules = [
    forbidden(`layers (${place})`, {
      from,
      to: { dependencyTypes: ['local'], pathNot: [...open, ...typed] },
      comment: `wanted only ${named}; move the code to a layer that may, or take the value as an argument`,
    }),
    forbidden(`types (${place})`, {
      from,
      to: { path: typed, pathNot: open, dependencyTypesNot: typeOnly },
      comment: 'wanted its types only; say import type, or take the value as an argument',
    }),
    forbidden(`packages (${place})`, {
      from,
      to: { path: packages.map(packagePattern) },
      comment: `wanted none of ${packages.join(', ')}; leave it to the layer whose work it is, and take the result`,
    }),
  ];
  return rules.filter(({ to: { path } }) => path === undefined || path.length > 0);
}

/** A rule by whose name, which is its alone, its comment is found again. */
function forbidden(name: string, rule: Pick<Rule, 'from' | 'to' | 'comment'>): Rule {
  return { name, severity: 'error', ...rule };
}

/** How dependency-cruiser names a package: by its folder, and Node's own with or without the prefix. `node:` is all of Node. */
function packagePattern(name: string): string {
  if (!name.startsWith('node:')) return `^(?:node_modules/)?${literal(name)}(?:/|$)`;
  const own = name === 'node:' ? builtinModules : [name.slice('node:'.length)];
  return `^(?:node:)?(?:${own.map(literal).join('|')})(?:/|$)`;
}

function beginningsOf(paths: readonly string[]): string[] {
  return paths.map((path) => `^${literal(path)}`);
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
