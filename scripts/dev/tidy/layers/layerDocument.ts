import { floors, type Layer, layers } from './layerTable.ts';

/** What stands around the table in a document. */
const begin = '<!-- npm run layers -->\n';
const end = '<!-- end of layers -->';

const head = '| room | may import | types only | never uses |\n|---|---|---|---|';

/** A document with the import table, as it is executed, between its two marks; undefined where it has no such marks. */
export function withLayers(document: string): string | undefined {
  const from = document.indexOf(begin) + begin.length;
  const to = document.indexOf(end);
  if (from < begin.length || to < from) return undefined;
  return `${document.slice(0, from)}\n${[head, ...layers.map(rowOf)].join('\n')}\n\n${document.slice(to)}`;
}

function rowOf({ folder, may, types = [], tests = [], never = [] }: Layer): string {
  const places = [...placesOf(folder, may), ...tests.map((path) => `\`${path}\` in tests`)];
  const cells = [`\`${folder}\``, places, together(types).map(quoted), never.map(({ name }) => name)];
  return `| ${cells.map((cell) => (typeof cell === 'string' ? cell : cell.join(', '))).join(' | ')} |`;
}

/** What a room may import, rooms that follow one another in one word. */
function placesOf(folder: string, may: readonly string[]): string[] {
  const different = may.findIndex((path, index) => path !== floors[index]);
  const joined = different < 0 ? may.length : different;
  const range = joined < 3 ? [] : [`${quoted(may[0] ?? '')} … ${quoted(may[joined - 1] ?? '')}`];
  const others = together(may.slice(range.length === 0 ? 0 : joined));
  return [...range, ...others.map((path) => (path === folder ? 'itself' : quoted(path)))];
}

/** Paths of files, those of one folder as one: `rules/{first,second}.ts`. */
function together(paths: readonly string[]): string[] {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
  return [...new Set(paths.map(folderOf))].map((folder) => {
    const [first = '', ...others] = paths.filter((path) => folderOf(path) === folder);
    const names = [first, ...others].map((path) => path.slice(folder.length).replace(/\.ts$/, ''));
    return others.length === 0 ? first : `${folder}{${names.join(',')}}.ts`;
  });
}

function quoted(path: string): string {
  return `\`${path}\``;
}
