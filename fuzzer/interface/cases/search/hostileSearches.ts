import { hostileQueries } from '../../../../generators/texts/hostile.ts';
import { type Query, read } from '../../../../traffic/transport/requestPlan.ts';
import type { CaseGenerator } from '../../builder/caseGenerator.ts';
import { assertionOf, stepOf } from '../../builder/caseSteps.ts';
import { assertedCase, invalidLabel, nameTable, survivalCase, tableGenerator } from '../../builder/tableGenerator.ts';

const oddTexts = [
  '',
  ' ',
  '%',
  '\u0000',
  "' OR 1=1 --",
  '{}',
  '[]',
  'null',
  'x'.repeat(3_000),
  'é☂𝄞',
  '../..',
  '1e400',
];

const parameters = [
  ...['createdAt', 'amount', 'currency', 'orderType', 'transactionType', 'status', 'integrationId', 'methodId'],
  ...['page', 'size', 'sort', 'orderId', 'clientOrderId', 'noSuchParameter'],
];

/** Any text in any parameter, and any parameter twice. */
const oddly: CaseGenerator = tableGenerator<string>({
  name: 'a search by an odd text',
  evidences: ['SRC-08'],
  posts: 0,
  isMisuse: true,
  of: () => nameTable(parameters),
  make: (parameter, { chance }) => {
    const value = chance.pick(oddTexts);
    const query = { [parameter]: chance.below(3) === 0 ? [value, chance.pick(oddTexts)] : value };
    return assertedCase(
      [stepOf(read.search(query))],
      invalidLabel('an odd text', { keyword: 'value', place: 'query' }),
      [assertionOf('SRC-08', 'answersSafely', { exchange: '#1' })],
    );
  },
});

/** Queries that may break a careless search. */
const hostile: CaseGenerator = tableGenerator<Query>({
  name: 'a hostile search',
  evidences: ['ERR-02a'],
  posts: 0,
  isMisuse: true,
  of: () => hostileQueries.map((query, index) => [`${index + 1} ${Object.keys(query).join()}`, query] as const),
  make: (query, { name }) => survivalCase('ERR-02a', [stepOf(read.search(query))], name),
});

/** Searches by texts that a careless search mishandles. */
export const hostileSearchCases: readonly CaseGenerator[] = [oddly, hostile];
