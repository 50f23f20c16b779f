/** Says in a script why it is not told whether a finding shows, in one line, by `printf`: what was wanted, what was seen, what to do. */
export const untoldFormat = 'Not told whether it shows: wanted %s, seen %s. %s';

const soundHint =
  'See why that request is not answered as where it was found: its credential, its amounts, the ids that it names.';

/** What to do where only we can tell. */
export const replayHint = 'npx assay replay judges it.';

/** What is wanted of a refusal that is to tell whether a request is refused for what is wrong with it, and what to do. */
export const untellingWanted = 'an answer that does not hang on who asks, nor on what is there';
export const untellingHint = 'Name a credential that is let in and ids that are there.';

/** The same in JavaScript, and what to do where a request that leads to the judged one is not taken. */
export const untoldWords = [
  `const untold = (...words) => ${JSON.stringify(untoldFormat)}.replaceAll("%s", () => words.shift());`,
  `const soundHint = ${JSON.stringify(soundHint)};`,
];

/** The same as a word of a shell. */
export const soundWord = `'${soundHint}'`;

/** What to do where the answer to a write was lost. */
export const doubtHint = 'Look for its order first: it may have been made, and is not sent again.';
