/** Parses the Authorization header like the reference. Only bearer tokens count as credentials. */

const scheme = "bearer";

/** Returns the bearer token of an Authorization header. Undefined if there is none, or if the scheme is another one. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [name, token = ""] = partsOf(authorization);
  return name?.toLowerCase() === scheme && token !== "" ? token : undefined;
}

/** Whether there is a second space before the token. The reference ignores such a token. */
export function hasSpaceBeforeToken(authorization: string | undefined): boolean {
  const [name, token, rest] = partsOf(authorization);
  return name?.toLowerCase() === scheme && token === "" && rest !== undefined;
}

function partsOf(authorization = ""): readonly string[] {
  return authorization.trim().split(" ", 3);
}
