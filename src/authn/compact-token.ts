/** The parts of tokens in the compact form of RFC 7515: base64url without padding, and a limit on the whole token. */

/** Maximum length of a token. Headers of a request are limited to less; a TokenReview is not. */
export const tokenCharactersMax = 64 * 1024;

/** Returns the offset of the first character that is no base64url without padding; -1 if there is none. */
export function base64UrlFault(text: string): number {
  const offset = text.search(/[^\w-]/);
  return offset < 0 && text.length % 4 === 1 ? text.length - 1 : offset;
}

/** Returns the bytes of a text in base64url without padding. Undefined if it has another form. */
export function decodeBase64Url(text: string): Buffer | undefined {
  return base64UrlFault(text) < 0 ? Buffer.from(text, "base64url") : undefined;
}
