/** What RFC 3986 allows in a path and query as it is: unreserved and reserved characters but for #, and escapes. */
const allowed = /(?:[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+/g;

/** Returns the characters of the address of a request that its sender had to escape, each once. */
export const unescapedIn = (target: string): string => [...new Set(target.replace(allowed, ''))].join('');
