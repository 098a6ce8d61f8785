/** Reads policy files: one policy in each line. Blank lines and lines that begin with `#` are skipped. */
import { decodeTypedDocument, parseTypedDocument, type TypedDocument, unregisteredType } from "../../codec/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { subLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import type { Policy } from "./policy.ts";
import { policyOf, policyOfUnversioned, unversionedPolicy, versionedPolicy } from "./policy-schema.ts";

/** Longest line, as in the reference. */
const lineBytesMax = 65_536;

const currentVersion = subLabel("abac.authorization/v1beta1");
const oldVersion = subLabel("abac.authorization/v0");
const policyKind = "Policy";
/** The reference's name of its table of policy types. */
const typeTable = "pkg/apis/abac/register.go:33";

/** The policies of a file. */
export interface PolicyFile {
  readonly policies: readonly Policy[];
  /** Whether lines have no version. */
  readonly hasUnversioned: boolean;
}

/** A file, and the spelling of its types. */
export interface PolicyFileText {
  readonly path: string;
  readonly content: string;
  readonly vocabulary: Vocabulary;
}

/**
 * Returns the policies of a file.
 * @throws ConfigurationError with the number of the first malformed line, in the reference's words
 */
export function readPolicies({ path, content, vocabulary }: PolicyFileText): PolicyFile {
  const policies: Policy[] = [];
  let hasUnversioned = false;
  for (const [index, line] of content.split("\n").entries()) {
    if (Buffer.byteLength(line) >= lineBytesMax) {
      throw new ConfigurationError(`error reading policy file ${path}: bufio.Scanner: token too long`);
    }
    const text = line.trim();
    if (text === "" || text.startsWith("#")) continue;
    try {
      const document = parseTypedDocument(Buffer.from(line));
      const isUnversioned = document.kind === "" || document.apiVersion === "";
      hasUnversioned ||= isUnversioned;
      policies.push(isUnversioned ? readUnversioned(document) : readVersioned(document, vocabulary));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      // The reference adds the line. It may be a token, if the file is a wrong one.
      const where = `error reading policy file ${path}, line ${index + 1}`;
      throw new ConfigurationError(`${where}: ${error.message}`, { cause: error });
    }
  }
  return { policies, hasUnversioned };
}

function readVersioned(document: TypedDocument, vocabulary: Vocabulary): Policy {
  if (document.kind === policyKind) {
    if (document.apiVersion === vocabulary.bind(currentVersion)) {
      return policyOf(decodeTypedDocument(document, versionedPolicy, { isStrict: false }));
    }
    if (document.apiVersion === vocabulary.bind(oldVersion)) {
      return policyOfUnversioned(decodeTypedDocument(document, unversionedPolicy, { isStrict: false }));
    }
  }
  throw unregisteredType(document, typeTable);
}

function readUnversioned(document: TypedDocument): Policy {
  if (document.apiVersion !== "") {
    throw new ConfigurationError("converting (v1beta1.Policy) to (v0.Policy): unknown conversion");
  }
  return policyOfUnversioned(decodeTypedDocument(document, unversionedPolicy, { isStrict: false }));
}
