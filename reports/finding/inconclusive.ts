/** Says in a script why it is not told whether a finding shows, in one line, by `printf`: what was wanted, what was seen, what to do. */
export const inconclusiveFormat = 'Not told whether it shows: wanted %s, seen %s. %s';

const soundHint =
  'See why that request is not answered as where it was found: its credential, its amounts, the ids that it names.';

/** What to do where only we can tell. */
export const replayHint = 'npx assay replay judges it.';

/** What is wanted of a refusal that is to tell whether a request is refused for what is wrong with it, and what to do. */
export const conclusiveStatusWanted = 'an answer that does not hang on who asks, nor on what is there';
export const conclusiveStatusHint = 'Name a credential that is let in and ids that are there.';

/** The same in JavaScript, and what to do where a request that leads to the judged one is not taken. */
export const inconclusiveCode = [
  `const untold = (...words) => ${JSON.stringify(inconclusiveFormat)}.replaceAll("%s", () => words.shift());`,
  `const soundHint = ${JSON.stringify(soundHint)};`,
];

/** The same as a word of a shell. */
export const prerequisiteHintWord = `'${soundHint}'`;

/** What to do where the answer to a write was lost. */
export const lostWriteHint = 'Look for its order first: it may have been made, and is not sent again.';
