/** The `printf` format with which a script reports an inconclusive result in one line: what was expected, what was seen, what to do. */
export const inconclusiveFormat = 'Inconclusive: expected %s, got: %s. %s';

const prerequisiteHint =
  'Find out why that request is not answered as when the finding was made: check its credential, its amounts, and the ids that it names.';

/** What to do if only Assay can judge the finding. */
export const replayHint = 'npx assay replay judges it.';

/** The answer that makes a refusal conclusive, and what to do to get it. The answer must depend only on the defect of the request. */
export const conclusiveStatusWanted = 'an answer that does not depend on the credential or on existing records';
export const conclusiveStatusHint = 'Use an authorised credential and existing ids.';

/** The format as JavaScript code, and what to do if a request that prepares the judged request is not accepted. */
export const inconclusiveCode = [
  `const untold = (...words) => ${JSON.stringify(inconclusiveFormat)}.replaceAll("%s", () => words.shift());`,
  `const soundHint = ${JSON.stringify(prerequisiteHint)};`,
];

/** What to do if a preparing request is not accepted, as a shell word. */
export const prerequisiteHintWord = `'${prerequisiteHint}'`;

/** What to do if the answer to a write was lost. */
export const lostWriteHint = 'Look for its order first: it may have been created, and is not sent again.';
