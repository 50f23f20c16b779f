import type { Rule } from '../source/violation.ts';

/** Joined from parts, so that the rule does not convict itself. */
const hosts = [
  'registry.' + 'npmjs.org',
  'registry.' + 'yarnpkg.com',
  'registry.' + 'npmmirror.com',
  'npm.pkg.' + 'github.com',
];
const forbidden: readonly { readonly word: string; readonly fix: string }[] = [
  { word: `..${'/'}shared`, fix: 'name a file of this repository' },
  { word: `/${'work'}/`, fix: 'name a path relative to the repository' },
  ...hosts.map((word) => ({ word, fix: "leave the registry to the reader's own configuration" })),
];

/** No text names a place outside the repository; the lock file may name where packages come from. */
export const outsidePlaces: Rule = {
  name: 'words',
  *find({ files }) {
    for (const { path, text } of files.filter((file) => file.path !== 'package-lock.json')) {
      for (const { word, fix } of forbidden.filter((each) => text.includes(each.word))) {
        for (const [index, line] of text.split('\n').entries()) {
          if (line.includes(word))
            yield { path, line: index + 1, wanted: 'a text at home anywhere', seen: `"${word}"`, fix };
        }
      }
    }
  },
};
