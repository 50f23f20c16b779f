import { join } from 'node:path';
import { packageFile } from '../../schemas/packageFiles.ts';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { ConfigurationError } from '../system/configurationError.ts';
import type { Requirement } from './requirement.ts';

/** A requirement as the catalogue lists it. */
export type CatalogueEntry = Omit<Requirement, 'where'> & {
  file: string;
  /** For a trace check: the tests whose traffic it judges. */
  fedBy?: readonly string[];
  /** For a trace check: reading is enough to judge it. */
  byReading?: true;
  /** For a test: the operations that it calls, and the oracles that judge the answers. */
  operations?: readonly string[];
  oracles?: readonly string[];
  /** For a test: another account can repeat it, since it needs only what every account has. */
  repeatable?: true;
};

const ours = 'specs/catalogue.json';

/** The catalogue generated from the specs. */
export const catalogueFile = join(packageRoot, ours);

/** Reads the catalogue: every requirement of the specs, in order of their ids. */
export function readCatalogue(): CatalogueEntry[] {
  return JSON.parse(packageFile(ours)) as CatalogueEntry[];
}

/** Trace checks of the suite's own conduct and configuration; any traffic is evidence for them. */
const ofOurselves: ReadonlySet<string> = new Set(['AUT-10', 'LIM-06', 'SBX-10', 'WHK-08']);

/**
 * Returns the requested requirements, and the tests that make traffic for the requested trace checks. The tests for trace checks of the suite itself may be all
 * tests, so they are added only if nothing else is requested.
 */
export function closureOf(asked: readonly string[], catalogue: readonly CatalogueEntry[]): string[] {
  const listed = catalogue.filter(({ id }) => asked.includes(id));
  const ofTarget = listed.filter(({ id }) => !ofOurselves.has(id));
  const feeding = (ofTarget.length > 0 ? ofTarget : listed).flatMap(({ fedBy }) => fedBy ?? []);
  const known = new Set(catalogue.map(({ id }) => id));
  return [...new Set([...asked, ...feeding.filter((id) => known.has(id))])];
}

/** Requirements for which deliveries are evidence, although they are not in the section on webhooks. */
const judgedByDeliveries: ReadonlySet<string> = new Set(['LIF-03', 'LIF-15', 'SAB-09', 'SAB-10', 'PAY-11', 'ERR-03']);

/** True for a requirement for which webhook deliveries are evidence. */
export const isJudgedByWebhooks = (id: string): boolean => id.startsWith('WHK-') || judgedByDeliveries.has(id);

/** The specs whose requirements are judged on pages in a browser. */
const pageSpecs: readonly string[] = ['specs/pages.spec.ts', 'specs/widget.spec.ts'];

/** True for a requirement that is judged on pages in a browser. */
export const isJudgedOnPages = ({ file }: Pick<CatalogueEntry, 'file'>): boolean => pageSpecs.includes(file);

/** True for a run with at least one requirement for which webhook deliveries are evidence. */
export function asksForWebhooks({ only }: { only?: readonly string[] }): boolean {
  return only?.some(isJudgedByWebhooks) ?? true;
}

const isName = (name: string, id: string) => name.toLowerCase() === id.toLowerCase();

/** Returns the ids that a list of ids and sections (PAY) names, in any letter case, each id once. `unknown` has the names without a match. */
export function idsNamed(
  names: readonly string[],
  catalogue: readonly CatalogueEntry[],
): { ids: string[]; unknown: string[] } {
  const found = names.map((name) =>
    catalogue.filter(({ id, section }) => isName(name, id) || isName(name, section)).map(({ id }) => id),
  );
  return { ids: [...new Set(found.flat())], unknown: names.filter((_, index) => found[index]?.length === 0) };
}

/** Like `idsNamed`, but throws ConfigurationError for names without a match, and for an empty list. */
export function idsOf(
  names: readonly string[],
  { catalogue, where }: { catalogue: readonly CatalogueEntry[]; where: string },
): string[] {
  const { ids, unknown } = idsNamed(names, catalogue);
  if (ids.length > 0 && unknown.length === 0) return ids;
  const wanted = 'the id of a requirement or of a section, such as PAY-12 or PAY';
  const seen = 'an unknown name';
  throw new ConfigurationError(
    where,
    (unknown.length > 0 ? unknown : ['nothing']).map((name) => ({
      where: name,
      wanted,
      seen,
      hint: 'Run assay list to see the ids.',
    })),
  );
}

/** The sign before the name of what a run leaves out: `--only '!WID'` plays everything else. */
const leftOutSign = '!';

/**
 * Returns what `--only` names: the named requirements (all if none is named) but for those that it leaves out. Throws ConfigurationError for unknown names, and if
 * nothing is named.
 */
export function chosenBy(
  asked: readonly string[],
  catalogue: readonly CatalogueEntry[],
): { ids: string[]; leftOut: ReadonlySet<string>; isEverythingElse: boolean } {
  const [signed, named] = [true, false].map((is) => asked.filter((name) => name.startsWith(leftOutSign) === is));
  const nameOf = (name: string) => name.slice(leftOutSign.length);
  const all = idsOf([...(named ?? []), ...(signed ?? []).map(nameOf)], { catalogue, where: '--only' });
  const leftOut = new Set(idsNamed((signed ?? []).map(nameOf), catalogue).ids);
  const isEverythingElse = leftOut.size > 0 && named?.length === 0;
  const ids = isEverythingElse ? catalogue.map(({ id }) => id) : all;
  return { ids: ids.filter((id) => !leftOut.has(id)), leftOut, isEverythingElse };
}

/** Returns the value of `--grep` or `-g` among the arguments of a Playwright command. */
function grepIn(argv: readonly string[]): string | undefined {
  const index = argv.findIndex((word) => word === '--grep' || word === '-g');
  if (index >= 0) return argv[index + 1];
  return argv.find((word) => word.startsWith('--grep='))?.slice('--grep='.length);
}

/** Returns the requirements that a Playwright command selects with `--grep`; undefined if it selects all. */
export function idsGrepped(argv: readonly string[], catalogue: readonly CatalogueEntry[]): string[] | undefined {
  const grep = grepIn(argv);
  if (grep === undefined) return undefined;
  const pattern = new RegExp(grep, 'gi');
  return catalogue.filter(({ id, title }) => new RegExp(pattern).test(`${id} ${title}`)).map(({ id }) => id);
}
