/** The Authorization header as the reference reads it: anything but a bearer token is no credential. */

const scheme = "bearer";

/** Returns the bearer token of a request. Undefined without one, and for other schemes. */
export function bearerToken(authorization: string | undefined): string | undefined {
  const [name, token = ""] = partsOf(authorization);
  return name?.toLowerCase() === scheme && token !== "" ? token : undefined;
}

/** Whether a second space stands before the token, which is therefore ignored. */
export function hasSpaceBeforeToken(authorization: string | undefined): boolean {
  const [name, token, rest] = partsOf(authorization);
  return name?.toLowerCase() === scheme && token === "" && rest !== undefined;
}

function partsOf(authorization = ""): readonly string[] {
  return authorization.trim().split(" ", 3);
}
