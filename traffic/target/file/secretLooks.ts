/** A text of this form is a variable name, even with many digits. */
const snake = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$/;

/** Shorter texts are taken for names. */
const shortest = 16;

/** True for a text that looks like a token or its secret; such a text is not shown to anyone. */
export function looksLikeSecret(text: string): boolean {
  return /^TKN-/i.test(text) || (text.length >= shortest && /\d/.test(text) && !snake.test(text));
}

/** True for the name of a field that would hold a secret. */
export function isSecretName(name: string): boolean {
  return /secret|token|passw|passphrase|(private|api|signing).?key/i.test(name);
}
