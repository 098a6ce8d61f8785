/** A YAML document as written: aliases not followed, scalars not interpreted. */
export interface ScalarNode {
  readonly kind: "scalar";
  readonly line: number;
  readonly value: string;
  /** In full (`tag:yaml.org,2002:str`); empty when there is none. */
  readonly tag: string;
  /** Neither quoted nor tagged: the text decides what it is. */
  readonly isImplicit: boolean;
}

export interface AliasNode {
  readonly kind: "alias";
  readonly line: number;
  readonly name: string;
  readonly target: YamlNode;
}

export interface CollectionNode {
  /** The children of a mapping are its keys and values in turn. */
  readonly kind: "sequence" | "mapping";
  readonly line: number;
  readonly children: YamlNode[];
}

export type YamlNode = ScalarNode | AliasNode | CollectionNode;
