import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../schemas/packageRoot.ts';
import { ConfigurationError } from '../system/configurationError.ts';
import type { Requirement } from './requirement.ts';

/** A requirement as the catalogue lists it. */
export type CatalogueEntry = Omit<Requirement, 'where'> & {
  file: string;
  /** Of a law: the probes whose traffic it judges. */
  fedBy?: readonly string[];
  /** Of a law: reading alone shows enough to judge it. */
  byReading?: true;
  /** Of a probe: the operations that it asks, and the oracles that rule on the answers. */
  operations?: readonly string[];
  oracles?: readonly string[];
};

/** The generated catalogue of the specs. */
export const catalogueFile = join(packageRoot, 'specs/catalogue.json');

/** Reads the catalogue: every requirement of the specs, in the order of their ids. */
export function readCatalogue(): CatalogueEntry[] {
  return JSON.parse(readFileSync(catalogueFile, 'utf8')) as CatalogueEntry[];
}

/** Laws of the suite's own conduct and configuration, which any traffic shows. */
const ofOurselves: ReadonlySet<string> = new Set(['AUT-10', 'LIM-06', 'SBX-10', 'WHK-08']);

/**
 * The requirements asked for and the probes that feed their laws: what must run so that each can be judged. A law of ourselves brings
 * its feeders, which may be all probes, only where nothing else that was asked for brings any.
 */
export function closureOf(asked: readonly string[], catalogue: readonly CatalogueEntry[]): string[] {
  const listed = catalogue.filter(({ id }) => asked.includes(id));
  const ofTarget = listed.filter(({ id }) => !ofOurselves.has(id));
  const feeding = (ofTarget.length > 0 ? ofTarget : listed).flatMap(({ fedBy }) => fedBy ?? []);
  const known = new Set(catalogue.map(({ id }) => id));
  return [...new Set([...asked, ...feeding.filter((id) => known.has(id))])];
}

/** Requirements of other sections than that of webhooks which deliveries are evidence for. */
const judgedByDeliveries: ReadonlySet<string> = new Set(['LIF-03', 'LIF-15', 'SAB-09', 'SAB-10', 'PAY-11', 'ERR-03']);

/** True for a requirement that deliveries of webhooks are evidence for. */
export const isJudgedByWebhooks = (id: string): boolean => id.startsWith('WHK-') || judgedByDeliveries.has(id);

/** True for a run that asks for something which only deliveries of webhooks can show. */
export function asksForWebhooks({ only }: { only?: readonly string[] }): boolean {
  return only?.some(isJudgedByWebhooks) ?? true;
}

const isName = (name: string, id: string) => name.toLowerCase() === id.toLowerCase();

/** The ids that ids or sections (PAY) name, in any letter case, each once; `unknown` are those that name nothing. */
export function idsNamed(
  names: readonly string[],
  catalogue: readonly CatalogueEntry[],
): { ids: string[]; unknown: string[] } {
  const found = names.map((name) =>
    catalogue.filter(({ id, section }) => isName(name, id) || isName(name, section)).map(({ id }) => id),
  );
  return { ids: [...new Set(found.flat())], unknown: names.filter((_, index) => found[index]?.length === 0) };
}

/** As `idsNamed`. Throws ConfigurationError for names that name nothing, and for none. */
export function idsOf(
  names: readonly string[],
  { catalogue, where }: { catalogue: readonly CatalogueEntry[]; where: string },
): string[] {
  const { ids, unknown } = idsNamed(names, catalogue);
  if (ids.length > 0 && unknown.length === 0) return ids;
  const wanted = 'the id of a requirement or of a section, such as PAY-12 or PAY';
  const seen = 'a name that no requirement has';
  throw new ConfigurationError(
    where,
    (unknown.length > 0 ? unknown : ['nothing']).map((name) => ({
      where: name,
      wanted,
      seen,
      hint: 'See assay list.',
    })),
  );
}

/** The value of `--grep` or `-g` among the arguments of a Playwright command. */
function grepIn(argv: readonly string[]): string | undefined {
  const index = argv.findIndex((word) => word === '--grep' || word === '-g');
  if (index >= 0) return argv[index + 1];
  return argv.find((word) => word.startsWith('--grep='))?.slice('--grep='.length);
}

/** The requirements that a Playwright command asks for by `--grep`; undefined when it asks for all. */
export function idsGrepped(argv: readonly string[], catalogue: readonly CatalogueEntry[]): string[] | undefined {
  const grep = grepIn(argv);
  if (grep === undefined) return undefined;
  const pattern = new RegExp(grep, 'gi');
  return catalogue.filter(({ id, title }) => new RegExp(pattern).test(`${id} ${title}`)).map(({ id }) => id);
}
