/**
 * YAML text to tokens. The grammar has one difficulty: that something was a key shows only at the `:` behind it. Where
 * a key may begin, the scanner notes it, holds the tokens back while it may still become one (a line, and at most 1,024
 * characters), and inserts the key's token, and that of the mapping which it may begin, when the `:` comes.
 */
import { endOfText, isBlank, isBlankBreakOrEnd, isBreak, isBreakOrEnd } from "./characters.ts";
import { Cursor } from "./cursor.ts";
import { scanBlockScalar } from "./scan-block-scalar.ts";
import { scanPlainScalar, scanQuotedScalar } from "./scan-flow-scalar.ts";
import { scanAnchorName, scanDirective, scanTag } from "./scan-tag.ts";
import type { SimpleKey, Token, TokenKind } from "./token.ts";

const keyLengthMax = 1024;
const dot = 0x2e;
const hash = 0x23;
const percent = 0x25;
const space = 0x20;
const tab = 0x09;
const byteOrderMark = 0xfeff;
const cannotBeginPlain = ",[]{}#&*!|>'\"%@`";
/** Tokens that have been taken are removed from the queue when there are this many. */
const takenTokensMax = 1024;

export class Scanner {
  readonly #cursor: Cursor;
  #queue: Token[] = [];
  /** Tokens at the beginning of the queue that have been taken. */
  #taken = 0;
  /** Number of tokens before the first one that has not been taken. */
  #takenTotal = 0;
  /** The column of the block collection around the cursor; -1 outside of all. */
  #indent = -1;
  readonly #outerIndents: number[] = [];
  /** The last possible key of the block context and of each flow collection around the cursor. */
  readonly #possibleKeys: (SimpleKey | undefined)[] = [undefined];
  #keyAllowed = true;
  #ended = false;

  /** @param text without control characters */
  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  /** The next token; the last one, `stream-end`, again and again. */
  peek(): Token {
    for (;;) {
      const token = this.#queue[this.#taken];
      if (token !== undefined && !this.#mayBecomeKey(token)) return token;
      this.#scanToken();
    }
  }

  /** Takes the token that `peek` has returned. */
  take(): void {
    this.#takenTotal++;
    if (++this.#taken < takenTokensMax) return;
    this.#queue.splice(0, this.#taken);
    this.#taken = 0;
  }

  #mayBecomeKey(token: Token): boolean {
    return token.possibleKey !== undefined && this.#isStillPossible(token.possibleKey) && !this.#ended;
  }

  #isStillPossible(key: SimpleKey): boolean {
    if (!key.isPossible) return false;
    if (key.line === this.#cursor.line && key.at + keyLengthMax >= this.#cursor.at) return true;
    this.#giveUpKey(key);
    return false;
  }

  #giveUpKey(key: SimpleKey): void {
    if (key.isRequired) throw this.#cursor.error("could not find expected ':'");
    key.isPossible = false;
  }

  get #inFlow(): boolean {
    return this.#possibleKeys.length > 1;
  }

  #scanToken(): void {
    const cursor = this.#cursor;
    this.#skipToToken();
    this.#closeBlocks(cursor.column);
    const code = cursor.code();
    if (code === endOfText) this.#scanEnd();
    else if (cursor.column === 0 && code === percent) this.#scanDirective();
    else if (cursor.isAtDocumentMarker()) this.#scanDocumentMarker(code === dot ? "document-end" : "document-start");
    else this.#scanContent(cursor.text.charAt(cursor.at));
  }

  #scanContent(character: string): void {
    const isAlone = isBlankBreakOrEnd(this.#cursor.code(1));
    switch (character) {
      case "[":
        return this.#scanFlowStart("flow-sequence-start");
      case "{":
        return this.#scanFlowStart("flow-mapping-start");
      case "]":
        return this.#scanFlowEnd("flow-sequence-end");
      case "}":
        return this.#scanFlowEnd("flow-mapping-end");
      case ",":
        return this.#scanFlowEntry();
      case "*":
        return this.#scanAnchor("alias");
      case "&":
        return this.#scanAnchor("anchor");
      case "!":
        return this.#scanTag();
      case "'":
      case '"':
        return this.#scanQuoted();
      case "|":
      case ">":
        return this.#inFlow ? this.#refuse() : this.#scanBlock();
      case "-":
        return isAlone ? this.#scanBlockEntry() : this.#scanPlain();
      case "?":
        return isAlone || this.#inFlow ? this.#scanKey() : this.#scanPlain();
      case ":":
        return isAlone || this.#inFlow ? this.#scanValue() : this.#scanPlain();
      default:
        return cannotBeginPlain.includes(character) || isBlank(this.#cursor.code())
          ? this.#refuse()
          : this.#scanPlain();
    }
  }

  #refuse(): never {
    throw this.#cursor.error("found character that cannot start any token");
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.at === 0 && cursor.code() === byteOrderMark) cursor.at++;
      while (cursor.code() === space || (cursor.code() === tab && (this.#inFlow || !this.#keyAllowed))) cursor.at++;
      if (cursor.code() === hash) while (!isBreakOrEnd(cursor.code())) cursor.at++;
      if (!isBreak(cursor.code())) return;
      cursor.skipBreak();
      if (!this.#inFlow) this.#keyAllowed = true;
    }
  }

  #append(kind: TokenKind, options: TokenOptions = {}): void {
    this.#queue.push(makeToken(kind, options.line ?? this.#cursor.line, options));
  }

  /** Appends a token of `length` characters and moves over it. */
  #appendIndicator(kind: TokenKind, length: number, possibleKey?: SimpleKey): void {
    this.#append(kind, { possibleKey });
    this.#cursor.at += length;
  }

  /** Notes that a key may begin at the cursor. */
  #noteKey(): SimpleKey | undefined {
    if (!this.#keyAllowed) return undefined;
    const { at, line, column } = this.#cursor;
    const key = {
      isPossible: true,
      isRequired: !this.#inFlow && this.#indent === column,
      tokenNumber: this.#takenTotal + this.#queue.length - this.#taken,
      at,
      line,
      column,
    };
    this.#dropKey();
    this.#possibleKeys[this.#possibleKeys.length - 1] = key;
    return key;
  }

  /** The last possible key of this level was none. */
  #dropKey(): void {
    const key = this.#possibleKeys.at(-1);
    if (key?.isPossible === true) this.#giveUpKey(key);
  }

  /** Begins a block collection when `column` is deeper than the one around it. */
  #openBlock(kind: TokenKind, column: number, before?: SimpleKey): void {
    if (this.#inFlow || this.#indent >= column) return;
    this.#outerIndents.push(this.#indent);
    this.#indent = column;
    if (before === undefined) this.#append(kind);
    else this.#insert(kind, before);
  }

  #insert(kind: TokenKind, before: SimpleKey): void {
    const index = this.#taken + before.tokenNumber - this.#takenTotal;
    this.#queue.splice(index, 0, makeToken(kind, before.line, {}));
  }

  #closeBlocks(column: number): void {
    if (this.#inFlow) return;
    while (this.#indent > column) {
      this.#append("block-end");
      this.#indent = this.#outerIndents.pop() ?? -1;
    }
  }

  #scanEnd(): void {
    this.#cursor.endLine();
    this.#closeBlocks(-1);
    this.#dropKey();
    this.#ended = true;
    this.#append("stream-end");
  }

  #scanDirective(): void {
    this.#closeBlocks(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    const { line } = this.#cursor;
    const { kind, value, suffix } = scanDirective(this.#cursor);
    this.#append(kind, { line, value, suffix });
  }

  #scanDocumentMarker(kind: "document-start" | "document-end"): void {
    this.#closeBlocks(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#appendIndicator(kind, 3);
  }

  #scanFlowStart(kind: TokenKind): void {
    const key = this.#noteKey();
    this.#possibleKeys.push(undefined);
    this.#keyAllowed = true;
    this.#appendIndicator(kind, 1, key);
  }

  #scanFlowEnd(kind: TokenKind): void {
    this.#dropKey();
    if (this.#inFlow) this.#possibleKeys.pop();
    this.#keyAllowed = false;
    this.#appendIndicator(kind, 1);
  }

  #scanFlowEntry(): void {
    this.#dropKey();
    this.#keyAllowed = true;
    this.#appendIndicator("flow-entry", 1);
  }

  #scanBlockEntry(): void {
    if (!this.#inFlow && !this.#keyAllowed) {
      throw this.#cursor.error("block sequence entries are not allowed in this context");
    }
    this.#openBlock("block-sequence-start", this.#cursor.column);
    this.#dropKey();
    this.#keyAllowed = true;
    this.#appendIndicator("block-entry", 1);
  }

  #scanKey(): void {
    if (!this.#inFlow && !this.#keyAllowed) throw this.#cursor.error("mapping keys are not allowed in this context");
    this.#openBlock("block-mapping-start", this.#cursor.column);
    this.#dropKey();
    this.#keyAllowed = !this.#inFlow;
    this.#appendIndicator("key", 1);
  }

  #scanValue(): void {
    const key = this.#possibleKeys.at(-1);
    if (key !== undefined && this.#isStillPossible(key)) {
      this.#insert("key", key);
      this.#openBlock("block-mapping-start", key.column, key);
      key.isPossible = false;
      this.#keyAllowed = false;
    } else {
      if (!this.#inFlow && !this.#keyAllowed)
        throw this.#cursor.error("mapping values are not allowed in this context");
      this.#openBlock("block-mapping-start", this.#cursor.column);
      this.#keyAllowed = !this.#inFlow;
    }
    this.#appendIndicator("value", 1);
  }

  #scanAnchor(kind: "anchor" | "alias"): void {
    const possibleKey = this.#noteKey();
    this.#keyAllowed = false;
    const { line } = this.#cursor;
    this.#append(kind, { line, value: scanAnchorName(this.#cursor), possibleKey });
  }

  #scanTag(): void {
    const possibleKey = this.#noteKey();
    this.#keyAllowed = false;
    const { line } = this.#cursor;
    const { handle, suffix } = scanTag(this.#cursor);
    this.#append("tag", { line, value: handle, suffix, possibleKey });
  }

  #scanQuoted(): void {
    const possibleKey = this.#noteKey();
    this.#keyAllowed = false;
    const { line } = this.#cursor;
    this.#append("scalar", { line, value: scanQuotedScalar(this.#cursor), possibleKey });
  }

  #scanBlock(): void {
    this.#dropKey();
    this.#keyAllowed = true;
    const { line } = this.#cursor;
    this.#append("scalar", { line, value: scanBlockScalar(this.#cursor, this.#indent) });
  }

  #scanPlain(): void {
    const possibleKey = this.#noteKey();
    const { line } = this.#cursor;
    const context = { inFlow: this.#inFlow, indent: this.#indent + 1 };
    const { value, endsLine } = scanPlainScalar(this.#cursor, context);
    this.#keyAllowed = endsLine;
    this.#append("scalar", { line, value, isPlain: true, possibleKey });
  }
}

interface TokenOptions {
  readonly line?: number;
  readonly value?: string;
  readonly suffix?: string;
  readonly isPlain?: boolean;
  readonly possibleKey?: SimpleKey | undefined;
}

function makeToken(kind: TokenKind, line: number, options: TokenOptions): Token {
  const { value = "", suffix = "", isPlain = false, possibleKey } = options;
  return { kind, line, value, suffix, isPlain, possibleKey };
}
