/** A scalar in a YAML document, not interpreted yet. Lines and columns of nodes are counted from 0. */
export interface ScalarNode {
  readonly kind: "scalar";
  readonly line: number;
  readonly column: number;
  readonly value: string;
  /** Full tag (`tag:yaml.org,2002:str`); empty if there is none. */
  readonly tag: string;
  /** Whether the scalar is neither quoted nor tagged, so that its text determines its type. */
  readonly isImplicit: boolean;
}

/** An alias, which is not resolved yet. */
export interface AliasNode {
  readonly kind: "alias";
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly target: YamlNode;
}

/** A sequence or a mapping. */
export interface CollectionNode {
  /** A mapping has its keys and values as alternating children. */
  readonly kind: "sequence" | "mapping";
  readonly line: number;
  readonly column: number;
  readonly children: YamlNode[];
}

/** A node of a YAML document. */
export type YamlNode = ScalarNode | AliasNode | CollectionNode;

/** Line and column of a character. Both are counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the position at which a node begins. */
export function positionOf({ line, column }: YamlNode): TextPosition {
  return { line: line + 1, column: column + 1 };
}
