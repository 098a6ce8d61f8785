/**
 * Authenticates the tokens of a file. Each line has a token, a user, a uid, and optionally one column with groups. The memory
 * holds keyed hashes of the tokens. Comparing hashes takes the same time for every wrong token.
 */
import { CsvError, type CsvRecord, parseCsv } from "./csv.ts";
import { KeyedHash } from "./keyed-hash.ts";
import type { TokenAuthenticator, TokenIdentity } from "./token-authenticator.ts";

/** A file of tokens that cannot be used. The message names the line. */
export class TokenFileError extends Error {
  override readonly name = "TokenFileError";
}

/**
 * Returns the method for the tokens in a file.
 * @param content the whole file
 * @param warn called for lines that have no effect, or replace an earlier one
 * @throws TokenFileError if the file is not valid
 */
export function tokenFileAuthenticator(content: string, warn: (message: string) => void): TokenAuthenticator {
  const tokenHash = new KeyedHash();
  const identities = new Map<string, TokenIdentity>();
  for (const { line, fields } of recordsOf(content)) {
    const [token = "", name = "", uid = "", groups] = fields;
    if (fields.length < columnsMin) {
      throw new TokenFileError(
        `line ${line}: must have at least 3 columns (token, user name, user uid), found ${fields.length}`,
      );
    }
    if (token === "") {
      warn(`line ${line}: the token is empty`);
      continue;
    }
    const hash = tokenHash.of(token);
    if (identities.has(hash)) warn(`line ${line}: the token repeats an earlier one and replaces its user`);
    identities.set(hash, {
      user: { name, ...(uid === "" ? {} : { uid }), groups: groups === undefined ? [] : groups.split(",") },
    });
  }
  return async (token) => identities.get(tokenHash.of(token));
}

const columnsMin = 3;

function recordsOf(content: string): readonly CsvRecord[] {
  try {
    return parseCsv(content);
  } catch (error) {
    if (error instanceof CsvError) throw new TokenFileError(error.message, { cause: error });
    throw error;
  }
}
