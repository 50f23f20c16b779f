import { expect, test } from '@playwright/test';
import { sampleFailure, sampleHistory } from '../../tests/support/reports/sampleHistory.ts';
import { sampleRequirement, sampleVerdict } from '../../tests/support/reports/sampleVerdict.ts';
import { causesOf } from './causes.ts';
import { headline } from './headline.ts';
import { exitMessage, outcomeLabel } from './messages.ts';
import { rerunCommand } from './repeat.ts';
import { causeWords, firstFailure, goneWords, nextWords, whoseWords } from './responsible.ts';

const status = sampleRequirement({
  id: 'PAY-02',
  title: 'status is one of the eight',
  findings: [{ code: 'notListed', wanted: 'status one of NEW SUCCESS', seen: 'new', exchanges: ['p0-3'] }],
  exchanges: ['p0-3'],
});
const webhook = sampleRequirement({
  id: 'LIF-03',
  title: 'each move is announced',
  findings: [{ code: 'notAnnounced', wanted: 'a webhook', seen: 'none', exchanges: ['p0-3'] }],
  exchanges: ['p0-3'],
});

test('each cause is named by the failure that says it most plainly, before the details of the first', () => {
  const verdict = sampleVerdict([webhook, status, sampleRequirement()]);
  expect(causeWords(verdict)).toEqual([
    '2 causes:',
    '- PAY-02 and 1 more: status is one of the eight; expected status one of NEW SUCCESS, got new',
    '- OUT-02: KZT requires firstName and lastName; expected refusal, got 200',
  ]);
  expect(nextWords(verdict)).toContain('--only PAY-02');
  expect(causeWords(sampleVerdict([webhook, status]))).toEqual([]);
});

test('a new failure comes before an older one, and a failure that does not count is none', () => {
  const history = sampleHistory({ new: [sampleFailure({ requirement: 'OUT-02' })] });
  expect(firstFailure(sampleVerdict([status, sampleRequirement()], { history }))?.id).toBe('OUT-02');
  const accepted = [{ id: 'PAY-02', reason: 'r', until: '2027-01-01' }];
  expect(firstFailure(sampleVerdict([{ ...status, accepted }]))).toBeUndefined();
});

test('whose it is follows from each outcome; a halt says it by itself', () => {
  const suite = sampleRequirement({ id: 'OUT-03a', outcome: 'error', attribution: 'suite' });
  expect(whoseWords(sampleVerdict([status, suite]))).toBe(
    '1 requirement is broken by the target (shop); 1 check could not end because of Assay itself',
  );
  expect(whoseWords(sampleVerdict([sampleRequirement({ outcome: 'pass', findings: [] })]))).toBeUndefined();
  const halt = { cause: 'credential', message: 'refused' } as const;
  const halted = sampleVerdict([sampleRequirement({ outcome: 'not run' })], { halt, exit: 2 });
  expect([whoseWords(halted), nextWords(halted)].map((words) => words?.slice(0, 20))).toEqual([
    'Yours: the target re',
    'Check the token id a',
  ]);
});

test('rules that are broken as known are counted apart from those that count', () => {
  const accepted = [{ id: 'OUT-02', reason: 'r', until: '2027-01-01' }];
  const failures = [sampleRequirement({ accepted }), sampleRequirement({ id: 'OUT-03' })];
  expect(whoseWords(sampleVerdict(failures))).toBe(
    '1 requirement is broken by the target (shop); 1 requirement is broken, as known, by the target (shop)',
  );
});

test('a target that never answered is not said to have stopped', () => {
  const untried = sampleRequirement({ outcome: 'not run', findings: [], exchanges: [] });
  const of = (message: string, one = untried) =>
    sampleVerdict([one], { halt: { cause: 'unreachable', message }, exit: 3 });
  const gone = of('its host name does not exist (getaddrinfo ENOTFOUND api.example)');
  expect(headline(gone)).toMatch(/^UNREACHABLE: The target did not answer: its host name does not exist/);
  expect(whoseWords(gone)).toBe('Yours, or the network’s: there is no such host.');
  expect(nextWords(gone)).toMatch(/^Check the host in baseUrl/);
  const silent = of('no server can be reached there (ECONNREFUSED)');
  expect(whoseWords(silent)).toBe('The target’s, or the network’s: it did not answer.');
  const told = of('expected this API, got something else: GET /v1 was answered 503');
  expect(headline(told)).toContain('The target answers with errors only: ');
  const died = of('it closes the connection', sampleRequirement({ outcome: 'pass', findings: [] }));
  expect(headline(died)).toContain('The target stopped answering: ');
  expect(whoseWords(died)).toContain('nothing answers any more');
});

test('what is fixed or was not asked is named by its requirement', () => {
  const history = sampleHistory({
    fixed: [
      sampleFailure({ requirement: 'PAY-02', wanted: 'status one of NEW SUCCESS', firstSeen: '2026-11-20T01:00:00Z' }),
    ],
    notAsked: [],
  });
  const verdict = sampleVerdict([{ ...status, outcome: 'pass', findings: [] }], { history, exit: 0 });
  expect(goneWords(verdict)).toEqual(['Fixed: PAY-02  status is one of the eight (1 failure, first seen 2026-11-20)']);
  expect(nextWords(verdict)).toBe('nothing to do');
});

test('failures of one exchange about different fields have different causes; one without a field joins either', () => {
  const about = (id: string, wanted: string, seen: string) =>
    sampleRequirement({ id, findings: [{ code: 'differs', wanted, seen, exchanges: ['p0-1'] }], exchanges: ['p0-1'] });
  const fee = about('REQ-11', '12 as the read checkout /request/payAmount', '10');
  const price = about('CHK-02a', '16.06 as the checkout /fixedAmount', '16.05');
  const unsaid = about('ERR-01', 'a message', 'none');
  expect(causesOf([price, fee]).map(({ requirements }) => requirements.length)).toEqual([1, 1]);
  expect(causesOf([fee, unsaid]).map(({ requirements }) => requirements.length)).toEqual([2]);
});

test('many failures of few requirements are counted both ways', () => {
  const failures = ['a1', 'b2'].map((fingerprint) => sampleFailure({ requirement: 'OUT-02', fingerprint }));
  const verdict = sampleVerdict([sampleRequirement()], {
    history: sampleHistory({ new: failures, known: [], fixed: [] }),
  });
  expect(headline(verdict)).toContain('FAILED: 2 new failures of 1 requirement, 0 known');
});

test('the headline counts causes where they are fewer than requirements', () => {
  const exchanges = ['p0-1'];
  const broken = ['PAY-04', 'SBX-02'].map((id) =>
    sampleRequirement({ id, findings: [{ code: 'differs', wanted: 'null', seen: 'NONE', exchanges }], exchanges }),
  );
  const failures = broken.map(({ id }) => sampleFailure({ requirement: id }));
  const verdict = sampleVerdict(broken, { history: sampleHistory({ new: failures, known: [], fixed: [] }) });
  expect(headline(verdict)).toContain('FAILED: 2 new failures (one cause), 0 known');
});

test('a run without failures that does not pass says what to do', () => {
  const changed = sampleRequirement({ id: 'PAY-16b', outcome: 'changed', attribution: 'target', findings: [] });
  const strict = sampleVerdict([changed], { exit: 1 });
  expect(headline(strict)).toBe('FAILED: nothing failed, but 1 change, which --strict counts');
  expect(nextWords(strict)).toMatch(
    /^read PAY-16b below; if that is meant, store it as the new baseline: --pin; else send/,
  );
  const warned = sampleVerdict([{ ...changed, outcome: 'warn' }], { exit: 1 });
  expect(nextWords(warned)).toBe('read PAY-16b below; send it to whoever develops the target (shop)');
  const suite = sampleVerdict([{ ...changed, outcome: 'error', attribution: 'suite' }], { exit: 5 });
  expect(nextWords(suite)).toContain('report it to whoever develops Assay');
  const lacking = sampleVerdict([{ ...changed, outcome: 'unverified', attribution: 'configuration' }], { exit: 4 });
  expect(nextWords({ ...lacking, header: { ...lacking.header, again: '--target t.yaml' } })).toContain(
    'npx assay doctor',
  );
});

test('without an earlier run nothing is new', () => {
  const fresh = ['a1', 'b2'].map((fingerprint) => sampleFailure({ requirement: 'OUT-02', fingerprint }));
  const { since: _, ...first } = sampleHistory({ new: fresh, known: [], fixed: [], nights: [] });
  expect(headline(sampleVerdict([sampleRequirement()], { history: first }))).toBe(
    'FAILED: 2 failures of 1 requirement',
  );
});

test('a client library is judged: its developer is told to mend it, and a break is the testee’s', () => {
  const of = (outcome: 'fail' | 'error' | 'unverified', attribution: 'target' | 'environment') =>
    sampleRequirement({ id: `CLI-${outcome}`, section: 'CLI', outcome, attribution });
  const all = [of('fail', 'target'), of('error', 'target'), of('unverified', 'environment')];
  const plain = sampleVerdict(all);
  const header = { ...plain.header, command: 'client', again: '--record -- npm test' } as const;
  const verdict = { ...plain, header };
  expect(whoseWords(verdict)).toBe(
    '1 requirement is broken by the client library (shop); 1 check could not end because of your testee; 1 check lacks evidence because of your tests, which did not make it happen',
  );
  expect(nextWords(verdict)).toBe(
    'mend CLI-fail, then ask again: npx assay client --record --only CLI-fail --seed 7 -- npm test',
  );
  expect(all.map(outcomeLabel)).toEqual(['fail (the client library)', 'error (your testee)', 'unverified (not seen)']);
  const halted = sampleVerdict([], { header, halt: { cause: 'command', message: 'npm test ended with exit code 1' } });
  expect(nextWords(halted)).toContain('Then: npx assay client --record -- npm test');
});

test('a record that lacks failures is made again with --disturb, and a testee that prints rubbish is to be mended first', () => {
  const verdictOf = (one: Parameters<typeof sampleRequirement>[0], again: string) => {
    const plain = sampleVerdict([sampleRequirement({ section: 'CLI', ...one })], { exit: 4 });
    return { ...plain, header: { ...plain.header, command: 'client' as const, again } };
  };
  const lacking = { id: 'CLI-07', outcome: 'unverified', attribution: 'environment' } as const;
  const plain = verdictOf(lacking, '--record --target shop.yaml -- npm test');
  expect(nextWords(plain)).toContain('npx assay client --record --disturb --target shop.yaml -- npm test; ');
  expect(plain.requirements.map((one) => rerunCommand(plain, one))).toEqual([
    'npx assay client --record --disturb --target shop.yaml --only CLI-07 --seed 7 -- npm test',
  ]);
  const disturbed = verdictOf(lacking, '--record --disturb -- npm test');
  expect(nextWords(disturbed)).toContain('npx assay client --record --disturb -- npm test; what is undecided');
  const seen = 'a line that is no JSON object: hello. Write logs to stderr.';
  const findings = [{ code: 'testeeBroken', wanted: 'an answer', seen, exchanges: [] }];
  const rubbish = verdictOf({ outcome: 'error', attribution: 'target', findings }, "--testee 'python3 testee.py'");
  expect(nextWords(rubbish)).toBe(
    `mend your testee, which gave ${seen} Then: npx assay client --testee 'python3 testee.py'`,
  );
});

test('a target that only breaks norms does not violate the interface', () => {
  const of = (basis: 'norm' | 'text') => sampleRequirement({ outcome: 'fail', basis });
  expect(exitMessage(sampleVerdict([of('norm')], { exit: 1 }))).toBe('the target breaks a norm of the industry');
  expect(exitMessage(sampleVerdict([of('norm'), of('text')], { exit: 1 }))).toBe('the target violates the interface');
});
