import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateOf, edit, editJson } from './forgery.ts';
import {
  again,
  doubled,
  type Forgeries,
  inJournal,
  moved,
  movedTo,
  p0,
  replaced,
  run,
  saying,
  swapped,
  without,
} from './journalForgery.ts';
import { signedPartForgeries } from './signedPartForgeries.ts';
import { statementForgeries } from './statementForgeries.ts';

/** Forgeries with the key of the vendor, who can sign anything: he is refused where his bundle contradicts itself. */
export const signedForgeries: Forgeries = [
  ...statementForgeries,
  ...signedPartForgeries,
  ['a line of the journal is text', 'unreadableLine', inJournal(p0, (lines) => ['passed', ...lines], 1)],
  ['a line of the journal is cut', 'brokenLine', again((at) => edit(at, p0, (text) => text.slice(0, -20)))],
  ['a line of the journal is removed and signed', 'lostLines', inJournal(p0, without('exchange'))],
  ['an exchange is doubled and counted', 'doubledLine', inJournal(p0, doubled('exchange'), 1)],
  ['an assertion is doubled and counted', 'doubledLine', inJournal(p0, doubled('claim'), 1)],
  ['an exchange is moved and signed', 'movedLine', inJournal(p0, moved('exchange'))],
  ['an assertion is moved and signed', 'movedLine', inJournal(p0, moved('claim'))],
  ['an exchange is removed and counted', 'missingLine', inJournal(p0, without('exchange'), -1)],
  ['the end of a test is removed and counted', 'noEnd', inJournal(p0, without('end'), -1)],
  ['an exchange is moved to another worker', 'otherFile', again((at) => movedTo(at, 'exchange'))],
  ['an assertion is moved to another worker', 'otherFile', again((at) => movedTo(at, 'claim'))],
  ['two exchanges are swapped', 'movedLine', inJournal(p0, swapped('exchange'))],
  [
    'two exchanges exchange their numbers',
    'movedLine',
    inJournal(p0, (lines) => lines.map((line) => line.replace(/"p0-([12])"/g, (_, nth) => `"p0-${3 - Number(nth)}"`))),
  ],
  ['the closing line is removed', 'notClosed', inJournal(run, without('closed'))],
  ['the closing line is doubled', 'doubledClose', inJournal(run, doubled('closed'))],
  ['the first line is removed', 'noRun', inJournal(run, without('run'), -1)],
  ['the first line is doubled', 'severalRuns', inJournal(run, doubled('run'), 1)],
  [
    'the run was halted',
    'halted',
    inJournal(run, (lines) => [...lines, '{"kind":"halt","requirement":"preflight","cause":"quota","message":"x"}'], 1),
  ],
  [
    'the run was a shard',
    'sharded',
    inJournal(run, replaced(/"selection":\{/, '"selection":{"shard":{"index":1,"of":2},')),
  ],
  [
    'the journal is that of another target',
    'otherTarget',
    inJournal(run, replaced(/"baseUrl":"[^"]+"/, '"baseUrl":"https://other.example"')),
  ],
  [
    'the journal is that of another run',
    'otherRun',
    inJournal(run, replaced(/"run":"[^"]+"/, '"run":"20260101-000000-000000"')),
  ],
  [
    'an exchange is of another day',
    'strayLine',
    inJournal(p0, replaced(/"sentAt":"[^"]+"/, '"sentAt":"2026-01-01T00:00:00.000Z"')),
  ],
  [
    'an assertion names an unknown oracle',
    'unjudgeable',
    inJournal(p0, replaced(/"oracle":"\w+"/, '"oracle":"always"')),
  ],
  [
    'an assertion names an exchange that is not there',
    'unjudgeable',
    inJournal(p0, replaced(/"p0-\d+"(?=[^}]*\}\}$)/, '"p0-99999"')),
  ],
  ['the verdict is no verdict', 'noVerdict', again((at) => writeFileSync(join(at, 'verdict.json'), '[]\n'))],
  [
    'the verdict turns an outcome',
    'otherOutcome',
    again((at) => edit(at, 'verdict.json', (text) => text.replace('"outcome": "not selected"', '"outcome": "pass"'))),
  ],
  [
    'the verdict leaves a requirement out',
    'missingRequirement',
    again((at) =>
      editJson(at, 'verdict.json', (one) => {
        one['requirements'] = (one['requirements'] as []).slice(1);
      }),
    ),
  ],
  [
    'the verdict has a requirement more',
    'strangeRequirement',
    again((at) =>
      editJson(at, 'verdict.json', (one) => {
        one['requirements'] = [...(one['requirements'] as []), { id: 'PAY-99', outcome: 'pass' }];
      }),
    ),
  ],
  [
    'the verdict rests on other exchanges',
    'otherRequirement',
    again((at) => edit(at, 'verdict.json', (text) => text.replace(/"(p0-\d+)"/, '"p0-1000"'))),
  ],
  [
    'the verdict counts other requests',
    'otherVerdict',
    again((at) => edit(at, 'verdict.json', (text) => text.replace(/"total": \d+/, '"total": 1'))),
  ],
  [
    'the verdict calls a pass a known failure',
    'unknownFailure',
    again((at) =>
      edit(at, 'verdict.json', (text) => text.replace('"outcome": "pass"', '"accepted": [{}], "outcome": "pass"')),
    ),
  ],
  [
    'the statement claims another pass',
    'overstated',
    saying((one) => {
      (one.predicate as unknown as { passedTests: string[] }).passedTests.push('PAY-99');
    }),
  ],
  [
    'the statement says that a capability conforms',
    'overstated',
    saying((one) => {
      for (const capability of certificateOf(one).claims.capabilities) capability.state = 'conforming';
    }),
  ],
  [
    'the statement hides what nobody can judge',
    'overstated',
    saying((one) => {
      certificateOf(one).claims.unjudged = [];
    }),
  ],
  [
    'the statement claims another result',
    'overstatedResult',
    saying((one) => {
      (one.predicate as { result: string }).result = 'FAILED';
    }),
  ],
  [
    'the campaign is another',
    'noCampaign',
    again((at) => edit(at, 'campaign.json', (text) => text.replace('"cases":3', '"cases":3000'))),
  ],
];
