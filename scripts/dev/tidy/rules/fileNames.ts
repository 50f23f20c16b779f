import type { Rule } from '../source/violation.ts';

const empty = /^(utils?|helpers?|common|misc)$/i;
const fix = 'name it by its idea: one lower-case word, camelCase when it needs two';

/** A source is named by its idea: lower-case first, letters and digits only, and no word that says nothing. */
export const fileNames: Rule = {
  name: 'names',
  *find({ sources }) {
    for (const { path } of sources) {
      const segments = path.split('/');
      const word = segments.flatMap(words).find((each) => empty.test(each));
      if (word) yield { path, line: 1, wanted: 'a name that says the idea', seen: `"${word}"`, fix };
      const [stem = ''] = (segments.at(-1) ?? '').split('.');
      if (!/^[a-z][A-Za-z0-9]*$/.test(stem)) {
        yield { path, line: 1, wanted: 'a lower-case file name (camelCase)', seen: `"${stem}"`, fix };
      }
    }
  },
};

function words(segment: string): string[] {
  return segment.replace(/([a-z0-9])([A-Z])/g, '$1.$2').split(/[.\-_]/);
}
