/**
 * Composes tokens into the nodes of the first document. It is iterative, and divided into steps of one or two tokens,
 * so that the caller can let other tasks run in between. The errors are the reference's for the same text.
 */
import type { DecodeError } from "../decode-error.ts";
import { yamlError, yamlLimitError } from "./errors.ts";
import type { CollectionNode, YamlNode } from "./node.ts";
import { Scanner } from "./scanner.ts";
import type { Token, TokenKind } from "./token.ts";

/** Limits on a document. */
export interface ComposerLimits {
  readonly depthMax: number;
  readonly nodesMax: number;
}

/** Additional rules for a text. By default it may contain several documents, of which only the first is read. */
export interface YamlRules {
  /** Whether a second document is an error. */
  readonly isSingleDocument?: boolean;
}

/** Syntax that the composer expects next inside a collection. */
type State =
  | "block-entry"
  | "indentless-entry"
  | "block-key"
  | "block-value"
  | "flow-first-entry"
  | "flow-entry"
  | "flow-first-key"
  | "flow-key"
  | "flow-value"
  | "flow-lone-value"
  | "pair-key"
  | "pair-value"
  | "pair-end";

interface OpenCollection {
  readonly node: CollectionNode;
  state: State;
}

interface NodeProperties {
  readonly line: number;
  readonly column: number;
  readonly anchor: string;
  readonly tag: string;
}

const yamlTagPrefix = "tag:yaml.org,2002:";
/** Tokens after a key or `:` in a block mapping that show that the key or value is empty. */
const keyEnds: readonly TokenKind[] = ["key", "value", "block-end"];
const noProperties = { anchor: "", tag: "" };

/** Composes the first document of a text. */
export class Composer {
  readonly #scanner: Scanner;
  readonly #limits: ComposerLimits;
  readonly #isSingleDocument: boolean;
  readonly #open: OpenCollection[] = [];
  readonly #anchors = new Map<string, YamlNode>();
  readonly #tagPrefixes = new Map<string, string>();
  #nodeCount = 0;
  #root: YamlNode | undefined;
  #isStarted = false;

  constructor(text: string, limits: ComposerLimits, { isSingleDocument = false }: YamlRules = {}) {
    this.#scanner = new Scanner(text);
    this.#limits = limits;
    this.#isSingleDocument = isSingleDocument;
  }

  /** The root of the first document, after `step` has returned false. Undefined if there is no document. */
  get root(): YamlNode | undefined {
    return this.#root;
  }

  /**
   * Reads one or two tokens.
   * @returns false if the document has been read
   * @throws DecodeError
   */
  step(): boolean {
    const collection = this.#open.at(-1);
    if (collection !== undefined) {
      this.#continue(collection);
    } else if (!this.#isStarted) {
      this.#isStarted = true;
      return this.#startDocument();
    } else {
      // The rest is not parsed, but `peek()` still rejects a character that cannot start a token.
      this.#scanner.peek();
      if (this.#isSingleDocument) this.#rejectSecondDocument();
      return false;
    }
    return true;
  }

  #rejectSecondDocument(): void {
    let token = this.#scanner.peek();
    while (token.kind === "document-start" || token.kind === "document-end") token = this.#next();
    if (token.kind !== "stream-end") throw yamlError("only one document is taken here", token.line + 1);
  }

  #startDocument(): boolean {
    const first = this.#scanner.peek();
    const isExplicit = ["version-directive", "tag-directive", "document-start"].includes(first.kind);
    if (first.kind === "stream-end") return false;
    const token = this.#readDirectives();
    if (!isExplicit) {
      this.#readNode("block");
      return true;
    }
    if (token.kind !== "document-start") throw parserError("did not find expected <document start>", token);
    const content = this.#next();
    const isEmpty = ["version-directive", "tag-directive", "document-start", "document-end", "stream-end"];
    if (isEmpty.includes(content.kind)) this.#addEmpty(content);
    else this.#readNode("block");
    return true;
  }

  /** Consumes the directives and returns the token after them. */
  #readDirectives(): Token {
    let hasVersion = false;
    let token = this.#scanner.peek();
    for (; token.kind === "version-directive" || token.kind === "tag-directive"; token = this.#next()) {
      if (token.kind === "tag-directive") {
        if (this.#tagPrefixes.has(token.value)) throw parserError("found duplicate %TAG directive", token);
        this.#tagPrefixes.set(token.value, token.suffix);
      } else {
        if (hasVersion) throw parserError("found duplicate %YAML directive", token);
        if (token.value !== "1.1") throw parserError("found incompatible YAML document", token);
        hasVersion = true;
      }
    }
    if (!this.#tagPrefixes.has("!")) this.#tagPrefixes.set("!", "!");
    if (!this.#tagPrefixes.has("!!")) this.#tagPrefixes.set("!!", yamlTagPrefix);
    return token;
  }

  #next(): Token {
    this.#scanner.take();
    return this.#scanner.peek();
  }

  #continue(collection: OpenCollection): void {
    switch (collection.state) {
      case "block-entry":
        return this.#blockEntry();
      case "indentless-entry":
        return this.#indentlessEntry();
      case "block-key":
        return this.#blockKey(collection);
      case "block-value":
        return this.#blockValue(collection);
      case "flow-first-entry":
      case "flow-entry":
        return this.#flowEntry(collection);
      case "flow-first-key":
      case "flow-key":
        return this.#flowKey(collection);
      case "flow-value":
        return this.#flowValue(collection);
      case "flow-lone-value":
        collection.state = "flow-key";
        return this.#addEmpty(this.#scanner.peek());
      case "pair-key":
        return this.#pairKey(collection);
      case "pair-value":
        return this.#pairValue(collection);
      case "pair-end":
        this.#open.pop();
        return undefined;
    }
  }

  #blockEntry(): void {
    const token = this.#scanner.peek();
    if (token.kind === "block-end") return this.#close();
    if (token.kind !== "block-entry") throw parserError("did not find expected '-' indicator", token);
    return this.#readAfter(token, "block", ["block-entry", "block-end"]);
  }

  /** Reads an entry of a sequence at the same indentation as the key before it. Such a sequence has no end token. */
  #indentlessEntry(): void {
    const token = this.#scanner.peek();
    if (token.kind !== "block-entry") {
      this.#open.pop();
      return;
    }
    this.#readAfter(token, "block", ["block-entry", "key", "value", "block-end"]);
  }

  #blockKey(collection: OpenCollection): void {
    const token = this.#scanner.peek();
    if (token.kind === "block-end") return this.#close();
    if (token.kind !== "key") throw parserError("did not find expected key", token);
    collection.state = "block-value";
    return this.#readAfter(token, "block-or-indentless", keyEnds);
  }

  #blockValue(collection: OpenCollection): void {
    const token = this.#scanner.peek();
    collection.state = "block-key";
    if (token.kind === "value") this.#readAfter(token, "block-or-indentless", keyEnds);
    else this.#addEmpty(token);
  }

  /** Reads the node after `indicator`, or adds an empty node if one of `ends` follows. */
  #readAfter(indicator: Token, context: NodeContext, ends: readonly TokenKind[]): void {
    const content = this.#next();
    if (ends.includes(content.kind)) this.#addEmpty(indicator);
    else this.#readNode(context);
  }

  #flowEntry(collection: OpenCollection): void {
    const token = this.#skipFlowComma(collection, "flow-sequence-end", "did not find expected ',' or ']'");
    if (token.kind === "flow-sequence-end") return this.#close();
    collection.state = "flow-entry";
    if (token.kind !== "key") return this.#readNode("flow");
    this.#scanner.take();
    return this.#openCollection("mapping", { ...noProperties, line: token.line, column: token.column }, "pair-key");
  }

  #flowKey(collection: OpenCollection): void {
    const token = this.#skipFlowComma(collection, "flow-mapping-end", "did not find expected ',' or '}'");
    if (token.kind === "flow-mapping-end") return this.#close();
    if (token.kind !== "key") {
      collection.state = "flow-lone-value";
      return this.#readNode("flow");
    }
    const content = this.#next();
    collection.state = "flow-value";
    if (["value", "flow-entry", "flow-mapping-end"].includes(content.kind)) return this.#addEmpty(content);
    return this.#readNode("flow");
  }

  #skipFlowComma(collection: OpenCollection, end: TokenKind, problem: string): Token {
    const token = this.#scanner.peek();
    const isFirst = collection.state === "flow-first-entry" || collection.state === "flow-first-key";
    if (token.kind === end || isFirst) return token;
    if (token.kind !== "flow-entry") throw parserError(problem, token);
    return this.#next();
  }

  #flowValue(collection: OpenCollection): void {
    collection.state = "flow-key";
    this.#readFlowValue("flow-mapping-end");
  }

  #readFlowValue(end: TokenKind): void {
    let token = this.#scanner.peek();
    if (token.kind === "value") {
      token = this.#next();
      if (token.kind !== "flow-entry" && token.kind !== end) return this.#readNode("flow");
    }
    return this.#addEmpty(token);
  }

  /** Reads the key of a mapping with a single pair inside `[]`. */
  #pairKey(collection: OpenCollection): void {
    const token = this.#scanner.peek();
    collection.state = "pair-value";
    if (!["value", "flow-entry", "flow-sequence-end"].includes(token.kind)) return this.#readNode("flow");
    // The reference drops the token, so `[? : a]` is an error.
    this.#scanner.take();
    return this.#addEmpty(token);
  }

  #pairValue(collection: OpenCollection): void {
    collection.state = "pair-end";
    this.#readFlowValue("flow-sequence-end");
  }

  /** Reads a scalar or alias completely, and the start of a collection. */
  #readNode(context: NodeContext): void {
    const token = this.#scanner.peek();
    if (token.kind === "alias") return this.#addAlias(token);
    const properties = this.#readProperties(token);
    const content = this.#scanner.peek();
    if (content.kind === "scalar") return this.#addScalar(content, properties);
    if (content.kind === "block-entry" && context === "block-or-indentless") {
      return this.#openCollection("sequence", properties, "indentless-entry");
    }
    if (this.#openAt(content.kind, context, properties)) return undefined;
    if (properties.anchor === "" && properties.tag === "") {
      throw parserError("did not find expected node content", content);
    }
    return this.#add(
      {
        kind: "scalar",
        line: properties.line,
        column: properties.column,
        value: "",
        tag: properties.tag,
        isImplicit: properties.tag === "",
      },
      properties.anchor,
    );
  }

  /** Opens the collection that a token of `kind` starts. Returns false if it does not start one in this context. */
  #openAt(kind: TokenKind, context: NodeContext, properties: NodeProperties): boolean {
    const start = collectionStarts.get(kind);
    if (start === undefined || (start.isBlock && context === "flow")) return false;
    this.#scanner.take();
    this.#openCollection(start.kind, properties, start.state);
    return true;
  }

  #readProperties(first: Token): NodeProperties {
    let anchor = "";
    let tag = "";
    let token = first;
    if (token.kind === "anchor") {
      anchor = token.value;
      token = this.#next();
      if (token.kind === "tag") tag = this.#readTag(token);
    } else if (token.kind === "tag") {
      tag = this.#readTag(token);
      token = this.#scanner.peek();
      if (token.kind === "anchor") {
        anchor = token.value;
        this.#scanner.take();
      }
    }
    return { line: first.line, column: first.column, anchor, tag };
  }

  #readTag(token: Token): string {
    this.#next();
    if (token.value === "") return token.suffix;
    const prefix = this.#tagPrefixes.get(token.value);
    if (prefix === undefined) throw parserError("found undefined tag handle", token);
    return prefix + token.suffix;
  }

  #addScalar(token: Token, { line, column, anchor, tag }: NodeProperties): void {
    this.#scanner.take();
    const isImplicit = tag === "!" || (tag === "" && token.isPlain);
    this.#add({ kind: "scalar", line, column, value: token.value, tag, isImplicit }, anchor);
  }

  #addEmpty({ line, column }: Token): void {
    this.#add({ kind: "scalar", line, column, value: "", tag: "", isImplicit: true }, "");
  }

  #addAlias(token: Token): void {
    this.#scanner.take();
    const target = this.#anchors.get(token.value);
    if (target === undefined) throw yamlError(`unknown anchor '${token.value}' referenced`);
    this.#add({ kind: "alias", line: token.line, column: token.column, name: token.value, target }, "");
  }

  #openCollection(kind: "sequence" | "mapping", { line, column, anchor }: NodeProperties, state: State): void {
    const node: CollectionNode = { kind, line, column, children: [] };
    this.#add(node, anchor);
    this.#open.push({ node, state });
    const { depthMax } = this.#limits;
    if (this.#open.length > depthMax) throw yamlLimitError(`exceeded max depth of ${depthMax}`, line + 1);
  }

  #close(): void {
    this.#scanner.take();
    this.#open.pop();
  }

  #add(node: YamlNode, anchor: string): void {
    const { nodesMax } = this.#limits;
    if (++this.#nodeCount > nodesMax) throw yamlLimitError(`exceeded max number of nodes of ${nodesMax}`);
    if (anchor !== "") this.#anchors.set(anchor, node);
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#root = node;
    else parent.node.children.push(node);
  }
}

/** Context of a node: a flow collection, a block, or a block in which an unindented `-` may start a sequence. */
type NodeContext = "flow" | "block" | "block-or-indentless";

interface CollectionStart {
  readonly kind: "sequence" | "mapping";
  readonly state: State;
  readonly isBlock: boolean;
}

const collectionStarts: ReadonlyMap<TokenKind, CollectionStart> = new Map<TokenKind, CollectionStart>([
  ["flow-sequence-start", { kind: "sequence", state: "flow-first-entry", isBlock: false }],
  ["flow-mapping-start", { kind: "mapping", state: "flow-first-key", isBlock: false }],
  ["block-sequence-start", { kind: "sequence", state: "block-entry", isBlock: true }],
  ["block-mapping-start", { kind: "mapping", state: "block-key", isBlock: true }],
]);

/**
 * For such errors the reference reports the line before that of the token, and no line for a token in the first line.
 */
function parserError(problem: string, token: Token): DecodeError {
  return yamlError(problem, token.line);
}
