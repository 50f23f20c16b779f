import { requestTypes } from '../source/requestTypes.ts';
import type { Rule } from '../source/violation.ts';

/** The types of bodies and queries are those of the contract. */
export const requestTypesOfContract: Rule = {
  name: 'types',
  *find({ files }) {
    const textOf = (path: string) => files.find((file) => file.path === path)?.text;
    const contract = textOf('schemas/openapi.json');
    const path = 'schemas/requestTypes.ts';
    if (contract === undefined || requestTypes(JSON.parse(contract)) === textOf(path)) return;
    yield {
      path,
      line: 1,
      wanted: 'the types of schemas/openapi.json',
      seen: 'others, or none',
      fix: 'run `npm run types`',
    };
  },
};
