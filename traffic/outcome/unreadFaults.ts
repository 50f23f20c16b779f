/** The facts of each way in which no answer came, or one that nobody here has read, or that is read for all that is odd about it. */
export interface UnreadableFacts {
  unconfirmed: { request: string; seen: string };
  transport: { request: string; seen: string };
  cut: { request: string; keptBytes: number };
  coded: { request: string; coding: string };
  miscoded: { request: string; coding: string };
  nested: { request: string; levels: number };
  wide: { request: string; values: number };
  longHeaders: { request: string };
  brokenHttp: { request: string; seen: string };
  notUtf8: { request: string };
  illegible: { request: string; seen: string };
  byteOrderMark: { request: string };
}

/** Our own limits are ours, and what is broken on the way may be anybody's. */
export const unreadableWeights = {
  unconfirmed: { outcome: 'inconclusive', attribution: 'environment' },
  transport: { outcome: 'error', attribution: 'environment' },
  cut: { outcome: 'inconclusive', attribution: 'suite' },
  coded: { outcome: 'inconclusive', attribution: 'suite' },
  miscoded: { outcome: 'inconclusive', attribution: 'environment' },
  nested: { outcome: 'inconclusive', attribution: 'suite' },
  wide: { outcome: 'inconclusive', attribution: 'suite' },
  longHeaders: { outcome: 'inconclusive', attribution: 'suite' },
  brokenHttp: { outcome: 'error', attribution: 'environment' },
  illegible: { outcome: 'inconclusive', attribution: 'target' },
} as const;

/** Their prose. */
export const unreadableSentences: {
  [Code in keyof UnreadableFacts]: (facts: UnreadableFacts[Code]) => { wanted: string; seen: string };
} = {
  unconfirmed: (f) => ({ wanted: `the same answer twice to ${f.request}`, seen: f.seen }),
  transport: (f) => ({ wanted: `an answer to ${f.request}`, seen: f.seen }),
  cut: (f) => ({ wanted: `the whole answer to ${f.request}`, seen: `only its first ${f.keptBytes} bytes are kept` }),
  coded: (f) => ({ wanted: `an answer to ${f.request} in a coding that we read`, seen: `${f.coding}, unasked for` }),
  miscoded: (f) => ({ wanted: `an answer to ${f.request} in the coding that it names`, seen: `no ${f.coding}` }),
  nested: (f) => ({ wanted: `an answer to ${f.request} that we read`, seen: `JSON of more than ${f.levels} levels` }),
  wide: (f) => ({ wanted: `an answer to ${f.request} that we read`, seen: `JSON of more than ${f.values} values` }),
  longHeaders: (f) => ({ wanted: `an answer to ${f.request} whose headers we read`, seen: 'more than 64 KB of them' }),
  brokenHttp: (f) => ({ wanted: `an answer to ${f.request} in HTTP`, seen: f.seen }),
  notUtf8: (f) => ({ wanted: `JSON in UTF-8 from ${f.request}`, seen: 'bytes that are no UTF-8' }),
  illegible: (f) => ({ wanted: `an answer to ${f.request} that can be read (see GEN-01a)`, seen: f.seen }),
  byteOrderMark: (f) => ({ wanted: `JSON from ${f.request} without a byte order mark`, seen: 'one before it' }),
};
