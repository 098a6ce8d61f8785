/** Kinds of YAML tokens. Tokens such as `block-mapping-start`, `block-end` and `key` may stand for no characters. */
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

/** A token of YAML text. */
export interface Token {
  readonly kind: TokenKind;
  /** Line of its first character, counted from 0. */
  readonly line: number;
  /** Column of its first character, counted from 0. */
  readonly column: number;
  /** Text of a scalar, name of an anchor or alias, handle of a tag or tag directive, or version. */
  readonly value: string;
  /** Rest of a tag after its handle, or prefix of a tag directive. */
  readonly suffix: string;
  /** Whether a scalar has neither quotes nor a block indicator. */
  readonly isPlain: boolean;
  /** Present while the token may become the beginning of a key. */
  readonly possibleKey: SimpleKey | undefined;
}

/** A position at which a key may begin. Only a `:` after it makes it a key. */
export interface SimpleKey {
  /** False if it cannot be a key. */
  isPossible: boolean;
  /** Whether the surrounding block mapping is malformed if this is not a key. */
  readonly isRequired: boolean;
  /** Number of the token, counted from 0. */
  readonly tokenNumber: number;
  readonly at: number;
  readonly line: number;
  readonly column: number;
}
