/** True for an absolute address with http or https, to which a path can be added: no user, no query, no fragment. */
export function isWebAddress(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && !/[?#]/.test(text);
}

/** What to do about an address that is none. */
export const addressHint = 'Write an absolute address with http or https, without a user, query or fragment.';

/** True for what is meant as an address rather than a file. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
