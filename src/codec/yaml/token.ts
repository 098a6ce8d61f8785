/** The tokens of YAML. Those named `block-mapping-start`, `block-end` and `key` may stand for no character at all. */
export type TokenKind =
  | "stream-end"
  | "version-directive"
  | "tag-directive"
  | "document-start"
  | "document-end"
  | "block-sequence-start"
  | "block-mapping-start"
  | "block-end"
  | "flow-sequence-start"
  | "flow-sequence-end"
  | "flow-mapping-start"
  | "flow-mapping-end"
  | "flow-entry"
  | "block-entry"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

export interface Token {
  readonly kind: TokenKind;
  /** Of its first character, from 0. */
  readonly line: number;
  /** The text of a scalar, the name of an anchor or alias, the handle of a tag or tag directive, or the version. */
  readonly value: string;
  /** The rest of a tag after its handle, or the prefix of a tag directive. */
  readonly suffix: string;
  /** Whether a scalar has neither quotes nor a block indicator. */
  readonly isPlain: boolean;
  /** Set while the token may turn out to be the beginning of a key. */
  readonly possibleKey: SimpleKey | undefined;
}

/** A place where a key may begin that only a `:` after it would make one. */
export interface SimpleKey {
  /** False once it cannot be a key any more. */
  isPossible: boolean;
  /** Whether the block mapping around it breaks when it is not a key. */
  readonly isRequired: boolean;
  /** Its number among all tokens, from 0. */
  readonly tokenNumber: number;
  readonly at: number;
  readonly line: number;
  readonly column: number;
}
