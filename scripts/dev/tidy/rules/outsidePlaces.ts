import { joined } from '../source/sourceTree.ts';
import type { Rule } from '../source/violation.ts';

/** Joined from parts, so that the rule does not convict itself. */
const hosts = [
  'registry.' + 'npmjs.org',
  'registry.' + 'yarnpkg.com',
  'registry.' + 'npmmirror.com',
  'npm.pkg.' + 'github.com',
];
/** Also the name of a folder here: where a path with it leads to one, it stays in the repository. */
const neighbour = `..${'/'}shared`;
const forbidden: readonly { readonly word: string; readonly fix: string }[] = [
  { word: neighbour, fix: 'name a file of this repository' },
  { word: `/${'work'}/`, fix: 'name a path relative to the repository' },
  ...hosts.map((word) => ({ word, fix: "leave the registry to the reader's own configuration" })),
];

/** No text names a place outside the repository; the lock file may name where packages come from. */
export const outsidePlaces: Rule = {
  name: 'words',
  *find({ files }) {
    const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)));
    for (const { path, text } of files.filter((file) => file.path !== 'package-lock.json')) {
      for (const { word, fix } of forbidden.filter((each) => text.includes(each.word))) {
        for (const [index, line] of text.split('\n').entries()) {
          const outside = word === neighbour ? withoutInner(line, { path, folders }) : line;
          if (outside.includes(word))
            yield { path, line: index + 1, wanted: 'a text at home anywhere', seen: `"${word}"`, fix };
        }
      }
    }
  },
};

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** A line without its relative paths to folders of that name in the repository. */
function withoutInner(line: string, { path, folders }: { path: string; folders: ReadonlySet<string> }): string {
  return line.replaceAll(/(\.\.\/)+shared(?=\/)/g, (way) => (folders.has(joined(path, way)) ? '' : way));
}
