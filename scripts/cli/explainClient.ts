import { clientRequirements } from '../../client/requirements.ts';
import type { CatalogueEntry } from '../../traffic/requirements/catalogue.ts';

const isNamed = ({ id, section }: { id: string; section: string }, name: string) =>
  [id, section].some((one) => one.toLowerCase() === name.toLowerCase());

/** Returns the requirements on clients that a list of ids and sections names. */
export const clientsNamed = (names: readonly string[]): CatalogueEntry[] =>
  clientRequirements
    .filter((one) => names.some((name) => isNamed(one, name)))
    .map(({ where, ...one }) => ({ ...one, file: where }));

/** Returns the names that are of no requirement on clients. */
export const withoutClients = (names: readonly string[]): string[] =>
  names.filter((name) => !clientRequirements.some((one) => isNamed(one, name)));

const kinds: Readonly<Record<CatalogueEntry['kind'], string>> = {
  must: 'must: breaking it fails the gate',
  should: 'should: breaking it is a warning',
  observe: 'observe: interface.md does not say; the gate learns what the client does',
};

/** Explains a requirement on clients: what it says, how it is tried, and the command that tries it. */
export function explainClient({ id, title, kind, basis, file }: CatalogueEntry): string {
  const lines = [
    ['kind', kinds[kind]],
    ['basis', basis === 'text' ? 'the text of interface.md' : 'an industry norm rather than the text'],
    ['check', `the scenarios of ${file}, with a testee that speaks client/protocol/testee.schema.json`],
  ];
  return [
    `${id}  ${title}`,
    '',
    ...lines.map(([name = '', words]) => `${name.padEnd(9)}${words}`),
    '',
    `npx assay client --testee "python testee.py" --only ${id}`,
    '',
  ].join('\n');
}
