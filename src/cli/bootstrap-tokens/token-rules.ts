/** Rules for bootstrap tokens, with the texts that explain them. */

/** A token with its two parts. */
export interface TokenParts {
  /** Public part, which names the Secret. */
  readonly id: string;
  /** Secret part. */
  readonly secret: string;
}

const idPattern = /^[a-z0-9]{6}$/;
const tokenPattern = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const groupPattern = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

const tokenUsages = ["authentication", "signing"] as const;

/** Returns the parts of a token, or undefined if it is malformed. */
export function parseToken(text: string): TokenParts | undefined {
  const [, id, secret] = tokenPattern.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Returns the id of a token from the id alone or from the whole token. Undefined if the text is neither. */
export function tokenId(text: string): string | undefined {
  return idPattern.test(text) ? text : parseToken(text)?.id;
}

/** Returns the problem of a token on the command line. The text never shows the token, because it may be secret. */
export function tokenProblem(text: string): string | undefined {
  if (parseToken(text)) return undefined;
  return 'a token consists of 6 and 16 characters from a-z and 0-9 with a dot between them, such as "ID.SECRET"';
}

/** Returns the problem of a word that names a token to delete. */
export function tokenIdProblem(text: string): string | undefined {
  if (tokenId(text) !== undefined) return undefined;
  return "a token is named by its 6 characters before the dot, from a-z and 0-9, or by the whole token";
}

/** Returns a problem for each usage that does not exist. */
export function usageProblems(usages: readonly string[]): readonly string[] {
  return usages
    .filter((usage) => !tokenUsages.some((known) => known === usage))
    .map((usage) => `--usages must be ${tokenUsages.join(" or ")}, not ${JSON.stringify(usage)}`);
}

/** Returns a problem for each group that tokens may not give to users. */
export function groupProblems(groups: readonly string[]): readonly string[] {
  return groups
    .filter((group) => !groupPattern.test(group))
    .map(
      (group) =>
        `--groups must begin with "system:bootstrappers:", continue with a-z, 0-9, ":" or "-", and end with a letter ` +
        `or digit, not ${JSON.stringify(group)}`,
    );
}
