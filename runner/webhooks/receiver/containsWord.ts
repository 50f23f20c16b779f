const letterOrDigit = /[0-9A-Za-z]/;

function isWord(raw: Buffer | string, at: number): boolean {
  const code = typeof raw === 'string' ? raw.charCodeAt(at) : raw[at];
  return code !== undefined && !Number.isNaN(code) && letterOrDigit.test(String.fromCharCode(code));
}

/** True if a body contains a text as a whole word: `K-1` is not within `K-10`. */
export function containsWord(text: string, raw: Buffer | string): boolean {
  const length = typeof raw === 'string' ? text.length : Buffer.byteLength(text);
  for (let at = raw.indexOf(text); at >= 0; at = raw.indexOf(text, at + 1))
    if (!isWord(raw, at - 1) && !isWord(raw, at + length)) return true;
  return false;
}
