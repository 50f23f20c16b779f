import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { endingFor } from './process/exitCodes.ts';
import { program } from './program.ts';

/** What a command printed, and its exit code. */
interface Invoked {
  code: number;
  stdout: string;
  stderr: string;
}

/** Collects what a function writes to one of our streams. */
async function collecting(stream: NodeJS.WriteStream, into: string[], body: () => Promise<void>): Promise<void> {
  const write = stream.write;
  stream.write = (text: string | Uint8Array) => into.push(String(text)) > 0;
  await body().finally(() => {
    stream.write = write;
  });
}

/** Runs `assay` with these words in this process, in a folder of this test that has a few files of the wrong kind. */
async function invoke(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Invoked> {
  const [folder, before] = [process.cwd(), { ...process.env }];
  const [stdout, stderr]: [string[], string[]] = [[], []];
  let code = 0;
  Object.assign(process.env, { ASSAY_TARGET: '', ASSAY_SEED: '', CI: '', ...env });
  process.chdir(folderWithFiles());
  const body = async () => {
    const assay = program((given) => {
      code = given;
    });
    await assay.parseAsync(words, { from: 'user' }).catch((error: unknown) => {
      const ending = endingFor(error);
      stderr.push(ending.words ?? '');
      code = ending.code;
    });
  };
  try {
    await collecting(process.stdout, stdout, () => collecting(process.stderr, stderr, body));
  } finally {
    process.chdir(folder);
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

function folderWithFiles(): string {
  const folder = test.info().outputPath('place');
  mkdirSync(`${folder}/empty`, { recursive: true });
  writeFileSync(`${folder}/list.txt`, 'milk\n');
  writeFileSync(`${folder}/api.json`, '{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{}}');
  const old = (id: string) => `- { id: ${id}, fingerprint: 0123456789abcdef, reason: open, until: 2020-01-01 }\n`;
  writeFileSync(`${folder}/old.yaml`, `${old('OUT-02')}\n${old('PAY-12')}`);
  return folder;
}

/** What was wrong, the words of the command, and what its message must say. */
type Misuse = readonly [why: string, words: readonly string[], told: RegExp, env?: Readonly<Record<string, string>>];

const ofCommander: readonly Misuse[] = [
  ['no command', [], /expected one of these commands, got none/],
  ['a command that there is not', ['frobnicate'], /unknown command 'frobnicate'\nRun assay --help/],
  ['help for a command that there is not', ['help', 'frobnicate'], /expected one of these commands/],
  ['report without its command', ['report'], /merge .*\n(.*\n)*.*expected one of these commands, got none/],
  ['a report command that there is not', ['report', 'frob'], /unknown command 'frob'\nRun assay report --help/],
  ['an option that there is not', ['run', '--frobnicate'], /'--frobnicate'\nRun assay run --help/],
  ['a mistyped option', ['plan', '--profil', 'smoke'], /Did you mean --profile\?/],
  ['an option without its value', ['init', '--name'], /'--name <value>' argument missing\nRun assay init --help/],
  ['an option given twice', ['run', '--seed', '1', '--seed', '2'], /may be given only once/],
  [
    'two options that exclude each other',
    ['run', '--quiet', '--verbose'],
    /'--quiet' cannot be used with .*'--verbose'/,
  ],
  ['an argument too many', ['fleet', 'extra'], /too many arguments for 'fleet'/],
  ['judge without a journal', ['judge'], /expected a journal folder, or --har with a file, got neither/],
  ['merge without folders', ['report', 'merge'], /'folders'\nRun assay report merge --help/],
  ['explain without a requirement', ['explain'], /'ids or sections'\nRun assay explain --help/],
  ['replay without a finding', ['replay'], /'fingerprint'\nRun assay replay --help/],
  ['wait without a target', ['wait'], /'target'\nRun assay wait --help/],
];

const ofTargets: readonly Misuse[] = [
  ['an empty target of a run', ['run', '--target', ''], /--target: expected a target file.* got an empty text/],
  ['a target that is no web address', ['plan', '--target', 'ftp://x'], /--target: .*http:\/\/.* got ftp:\/\/x/],
  ['a campaign on no web address', ['fuzz', '--seed', '1', '--target', 'ftp://x'], /--target: .* got ftp:\/\/x/],
  ['a doctor for no web address', ['doctor', '--target', 'file:///x'], /--target: .* got file:\/\/\/x/],
  ['a replay on no web address', ['replay', 'ab', '--target', 'ws://x'], /--target: .* got ws:\/\/x/],
  ['a variable that is no web address', ['plan'], /\$ASSAY_TARGET: .* got ftp:\/\/x/, { ASSAY_TARGET: 'ftp://x' }],
  ['an inbox of no target', ['inbox'], /--target: expected the file of a target that sends webhooks, got none/],
  ['an inbox of an address', ['inbox', '--target', 'http://x'], /--target: expected the file .* got http:\/\/x/],
  ['a doctor without a target', ['doctor'], /--target: expected the file or base address of a target, got none/],
  [
    'a target file that is not there',
    ['run', '--target', 'none.yaml'],
    /none\.yaml.*\n.*readable target file, got no such file/,
  ],
  ['a base address without a host', ['run', '--target', 'http://'], /expected the base address/],
  ['wait for no web address', ['wait', 'ftp://x'], /<target>: expected .* got ftp:\/\/x/],
  ['wait for nothing', ['wait', ''], /<target>: expected .* got an empty text/],
  ['wait for no time', ['wait', 'http://127.0.0.1:9', '--seconds', '0'], /--seconds: expected a whole number from 1/],
  ['a replay at a target that is misnamed', ['replay', 'abcd', '--target', '127.0.0.1:9'], /got no .*http:\/\//],
];

const ofSelections: readonly Misuse[] = [
  ['an id that no requirement has', ['run', '--only', 'PAY-12,NOPE-1'], /NOPE-1: .*Run assay list/],
  ['a selection of nothing', ['run', '--only', ','], /expected the id of a requirement/],
  ['a list of an unknown section', ['list', 'NOPE'], /NOPE: expected the id/],
  ['an explanation of an unknown id', ['explain', 'NOPE-1'], /NOPE-1: expected the id/],
  [
    'several wrong words of a selection, all at once',
    ['plan', '--profile', 'x', '--tier', 'y', '--day', 'z', '--shard', '5/2'],
    /--profile: .*\n.*--tier: .*\n.*--day: .*\n.*--shard: /,
  ],
  ['a seed that is no number', ['run', '--seed', 'abc'], /--seed: expected a whole number of at most .*, got abc/],
  ['an empty seed', ['run', '--seed', ''], /--seed: expected a whole number .*, got an empty text/],
  ['a variable that is no seed', ['run'], /\$ASSAY_SEED: expected a whole number .*, got abc/, { ASSAY_SEED: 'abc' }],
  ['a variable that is no seed', ['fleet'], /\$ASSAY_SEED: expected a whole/, { ASSAY_SEED: '-1' }],
  ['a variable that is no seed', ['fuzz'], /\$ASSAY_SEED: expected a whole/, { ASSAY_SEED: '1e3' }],
  ['an unknown mutant', ['fleet', '--only', 'nope'], /nope: expected the name of a mutant or variant/],
  ['a verdict that is none', ['fleet', '--clean', 'nope'], /nope: expected the verdict.json of a run/],
  ['no mutant', ['fleet', '--only', ''], /nothing: expected the name of a mutant or variant/],
  ['an unknown requirement', ['fleet', '--ask', 'nope'], /nope: expected the id of a requirement/],
  ['no requirement', ['fleet', '--ask', ''], /nothing: expected the id of a requirement/],
];

const ofFields: readonly Misuse[] = [
  ['a --set without a field', ['run', '--set', '=x'], /--set: expected path=value.*--set quota\.postPerMinute=20/],
  ['a --set without a value', ['plan', '--set', 'quota'], /--set: expected path=value/],
  ['a --set of a field that there is not', ['run', '--set', 'nowhere=1'], /--set nowhere: expected a field/],
  [
    'a --set of a value that may not be',
    ['run', '--set', 'quota.postPerMinute=0', '--set', 'kind=toy'],
    /--set quota\.postPerMinute: expected >= 1, got 0.*\n.*--set kind: expected emulator, sandbox/,
  ],
  ['an --out that no folder can be', ['run', '--out', '/dev/null/out'], /expected a folder that can be/],
  ['a report of an unknown kind', ['run', '--report', 'pdf'], /pdf: expected names from html, junit/],
  ['a run to compare with that is not there', ['run', '--since', 'nope'], /nope: .* got no such file/],
  ['known failures that are not there', ['run', '--known', 'nope'], /nope: expected a file of known failures/],
  ['--pin without a target', ['run', '--pin', '--only', 'MTD-01'], /--target: expected a target whose baseline/],
  ['a target file of another kind', ['init', '--out', 'x.txt'], /--out: expected a file whose name ends in \.yaml/],
  ['a job for an unknown system', ['init', '--ci', 'jenkins'], /--ci: expected one of github, gitlab, got jenkins/],
];

const ofResults: readonly Misuse[] = [
  ['a journal that is not there', ['judge', 'nowhere'], /nowhere: expected the journal of a run, got nothing there/],
  ['a file instead of a journal', ['judge', 'list.txt'], /list\.txt: expected the journal of a run, got a file\./],
  ['a folder without a journal', ['judge', 'empty'], /empty: .* got a folder without one/],
  ['shards that are not there', ['report', 'merge', 'nope'], /nope: expected the journal of a run/],
  [
    'two verdicts that are none, both at once',
    ['report', 'compare', 'list.txt', 'nope'],
    /list\.txt: .* got a file of another kind\..*\n.*nope: .* got no such file/,
  ],
  ['a comparison without runs', ['report', 'compare'], /expected two runs of the same target and selection, got none/],
  ['a replay of no known file', ['replay', 'abcd'], /--findings: expected the file of the finding, or its target/],
  ['a replay of a missing file', ['replay', 'abcd', '--findings', 'no'], /--findings: expected a file, got no/],
  ['a replay of a file of another kind', ['replay', 'abcd', '--findings', 'list.txt'], /line 1.*an event of a finding/],
  ['a replay without a try', ['replay', 'abcd', '--times', '0'], /--times: expected a whole number from 1/],
];

const ofCampaigns: readonly Misuse[] = [
  ['known failures that are not there', ['fuzz', '--seed', '1', '--known', 'nope'], /nope: expected a file of known/],
  [
    'known failures past their day, each with its line',
    ['fuzz', '--seed', '1', '--known', 'old.yaml'],
    /OUT-02 \(line 1\): expected a day from .* got until: 2020-01-01\. .*\n.*PAY-12 \(line 3\): /,
  ],
  [
    'a campaign with several wrong options, all at once',
    ['fuzz', '--posts', 'x', '--gets', '1.5', '--minutes', '-1', '--shrink-posts', 'y', '--seed', 'z', '--tier', 'w'],
    /--posts: .*\n.*--gets: .*\n.*--minutes: .*\n.*--shrink-posts: .*\n.*--seed: .*\n.*--tier: expected passive/,
  ],
  [
    'fewer GETs than a campaign opens with',
    ['fuzz', '--gets', '5'],
    /--gets: expected a whole number from 40 on, got 5/,
  ],
  [
    'options that mean something with a contract alone',
    ['fuzz', '--findings', 'x', '--auth', 'a=env:B', '--allow-writes', 'shop.example'],
    /--auth: expected it only with --contract, got it without .*\n.*--allow-writes: .*\n.*--findings: /,
  ],
  [
    'options that mean nothing with a contract',
    ['fuzz', '--contract', 'x', '--tier', 'active', '--strict'],
    /--tier: expected it only without --contract, .*\n.*--strict: /,
  ],
  [
    'a campaign without an end that has one',
    ['fuzz', '--until-stopped', '--posts', '5', '--minutes', '1'],
    /--until-stopped: expected no other limit than --posts 0, got --posts 5, --minutes 1\./,
  ],
  ['amounts that are none', ['fuzz', '--money', 'x', '--seed', '1'], /--money: expected amounts .*"100 USDT/],
  ['a contract without a target', ['fuzz', '--contract', 'api.json', '--seed', '1'], /--target: expected the base/],
  [
    'a contract of another kind',
    ['fuzz', '--contract', 'list.txt', '--target', 'http://127.0.0.1:9', '--seed', '1'],
    /list\.txt is not a usable contract/,
  ],
];

/** Every message ends in what to do: a hint after what was expected, or the command that explains what is allowed. */
const nextStep = /expected [\s\S]+, got [\s\S]+?\.\s+\S|Run assay .*(--help|<command>)/;

const groups = { ofCommander, ofTargets, ofSelections, ofFields, ofResults, ofCampaigns };

for (const [name, group] of Object.entries(groups))
  for (const [why, words, told, env] of group)
    test(`${name}: refuses ${why} (assay ${words.join(' ')})`, async () => {
      const { code, stdout, stderr } = await invoke(words, env);
      expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(told);
      expect(stderr).toMatch(nextStep);
      expect(stderr).not.toMatch(/^\s+at |fault of Assay/m);
    });

test('ends with exit code 3 where nothing answers, and says what to do', async () => {
  const refused = await invoke(['wait', 'http://127.0.0.1:1', '--seconds', '1']);
  expect(refused.stderr).toContain('nothing answers at http://127.0.0.1:1 (ECONNREFUSED)');
  const { code, stderr } = await invoke(['wait', 'missing.yaml', '--seconds', '1']);
  expect(code).toBe(3);
  expect(stderr).toMatch(/expected an answer within 1 s, but there is no file missing\.yaml\. Start the server/);
});
