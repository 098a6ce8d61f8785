/**
 * Scans YAML text into tokens. A key can only be recognized by the `:` after it. At each position where a key may
 * begin, the scanner records a possible key and holds back the tokens that follow. When the `:` comes, it inserts a
 * `key` token, and a `block-mapping-start` token if the key starts a mapping. A key is no longer possible after the end
 * of the line or 1,024 characters.
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
/** Consumed tokens are removed from the queue when there are this many. */
const takenTokensMax = 1024;

/** Scans the tokens of one text. */
export class Scanner {
  readonly #cursor: Cursor;
  #queue: Token[] = [];
  /** Number of consumed tokens at the beginning of the queue. */
  #takenCount = 0;
  /** Number of all consumed tokens. */
  #takenTotal = 0;
  /** Column of the block collection around the cursor; -1 outside of block collections. */
  #indent = -1;
  readonly #outerIndents: number[] = [];
  /** For the block context and each flow collection around the cursor, the latest possible key. */
  readonly #possibleKeys: (SimpleKey | undefined)[] = [undefined];
  #isKeyAllowed = true;
  #hasEnded = false;

  /** @param text without control characters */
  constructor(text: string) {
    this.#cursor = new Cursor(text);
  }

  /** Returns the next token without consuming it. At the end it always returns `stream-end`. */
  peek(): Token {
    for (;;) {
      const token = this.#queue[this.#takenCount];
      if (token !== undefined && !this.#mayBecomeKey(token)) return token;
      this.#scanToken();
    }
  }

  /** Consumes the token that `peek` returned. */
  take(): void {
    this.#takenTotal++;
    if (++this.#takenCount < takenTokensMax) return;
    this.#queue.splice(0, this.#takenCount);
    this.#takenCount = 0;
  }

  #mayBecomeKey(token: Token): boolean {
    return token.possibleKey !== undefined && this.#isStillPossible(token.possibleKey) && !this.#hasEnded;
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

  get #isInFlow(): boolean {
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
        return this.#isInFlow ? this.#rejectCharacter() : this.#scanBlock();
      case "-":
        return isAlone ? this.#scanBlockEntry() : this.#scanPlain();
      case "?":
        return isAlone || this.#isInFlow ? this.#scanKey() : this.#scanPlain();
      case ":":
        return isAlone || this.#isInFlow ? this.#scanValue() : this.#scanPlain();
      default:
        return cannotBeginPlain.includes(character) || isBlank(this.#cursor.code())
          ? this.#rejectCharacter()
          : this.#scanPlain();
    }
  }

  #rejectCharacter(): never {
    throw this.#cursor.error("found character that cannot start any token");
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.at === 0 && cursor.code() === byteOrderMark) cursor.at++;
      while (cursor.code() === space || (cursor.code() === tab && (this.#isInFlow || !this.#isKeyAllowed))) cursor.at++;
      if (cursor.code() === hash) while (!isBreakOrEnd(cursor.code())) cursor.at++;
      if (!isBreak(cursor.code())) return;
      cursor.skipBreak();
      if (!this.#isInFlow) this.#isKeyAllowed = true;
    }
  }

  #append(kind: TokenKind, options: TokenOptions = {}): void {
    const { line = this.#cursor.line, column = this.#cursor.column } = options;
    this.#queue.push(makeToken(kind, line, column, options));
  }

  /** Appends a token of `length` characters and skips them. */
  #appendIndicator(kind: TokenKind, length: number, possibleKey?: SimpleKey): void {
    this.#append(kind, { possibleKey });
    this.#cursor.at += length;
  }

  /** Records that a key may begin at the cursor. */
  #recordPossibleKey(): SimpleKey | undefined {
    if (!this.#isKeyAllowed) return undefined;
    const { at, line, column } = this.#cursor;
    const key = {
      isPossible: true,
      isRequired: !this.#isInFlow && this.#indent === column,
      tokenNumber: this.#takenTotal + this.#queue.length - this.#takenCount,
      at,
      line,
      column,
    };
    this.#dropKey();
    this.#possibleKeys[this.#possibleKeys.length - 1] = key;
    return key;
  }

  /** Gives up the latest possible key of this level, because no `:` followed it. */
  #dropKey(): void {
    const key = this.#possibleKeys.at(-1);
    if (key?.isPossible === true) this.#giveUpKey(key);
  }

  /** Starts a block collection if `column` is further right than that of the surrounding one. */
  #openBlock(kind: TokenKind, column: number, before?: SimpleKey): void {
    if (this.#isInFlow || this.#indent >= column) return;
    this.#outerIndents.push(this.#indent);
    this.#indent = column;
    if (before === undefined) this.#append(kind);
    else this.#insert(kind, before);
  }

  #insert(kind: TokenKind, before: SimpleKey): void {
    const index = this.#takenCount + before.tokenNumber - this.#takenTotal;
    this.#queue.splice(index, 0, makeToken(kind, before.line, before.column, {}));
  }

  #closeBlocks(column: number): void {
    if (this.#isInFlow) return;
    while (this.#indent > column) {
      this.#append("block-end");
      this.#indent = this.#outerIndents.pop() ?? -1;
    }
  }

  #scanEnd(): void {
    this.#cursor.endLine();
    this.#closeBlocks(-1);
    this.#dropKey();
    this.#hasEnded = true;
    this.#append("stream-end");
  }

  #scanDirective(): void {
    this.#closeBlocks(-1);
    this.#dropKey();
    this.#isKeyAllowed = false;
    const { line, column } = this.#cursor;
    const { kind, value, suffix } = scanDirective(this.#cursor);
    this.#append(kind, { line, column, value, suffix });
  }

  #scanDocumentMarker(kind: "document-start" | "document-end"): void {
    this.#closeBlocks(-1);
    this.#dropKey();
    this.#isKeyAllowed = false;
    this.#appendIndicator(kind, 3);
  }

  #scanFlowStart(kind: TokenKind): void {
    const key = this.#recordPossibleKey();
    this.#possibleKeys.push(undefined);
    this.#isKeyAllowed = true;
    this.#appendIndicator(kind, 1, key);
  }

  #scanFlowEnd(kind: TokenKind): void {
    this.#dropKey();
    if (this.#isInFlow) this.#possibleKeys.pop();
    this.#isKeyAllowed = false;
    this.#appendIndicator(kind, 1);
  }

  #scanFlowEntry(): void {
    this.#dropKey();
    this.#isKeyAllowed = true;
    this.#appendIndicator("flow-entry", 1);
  }

  #scanBlockEntry(): void {
    if (!this.#isInFlow && !this.#isKeyAllowed) {
      throw this.#cursor.error("block sequence entries are not allowed in this context");
    }
    this.#openBlock("block-sequence-start", this.#cursor.column);
    this.#dropKey();
    this.#isKeyAllowed = true;
    this.#appendIndicator("block-entry", 1);
  }

  #scanKey(): void {
    if (!this.#isInFlow && !this.#isKeyAllowed)
      throw this.#cursor.error("mapping keys are not allowed in this context");
    this.#openBlock("block-mapping-start", this.#cursor.column);
    this.#dropKey();
    this.#isKeyAllowed = !this.#isInFlow;
    this.#appendIndicator("key", 1);
  }

  #scanValue(): void {
    const key = this.#possibleKeys.at(-1);
    if (key !== undefined && this.#isStillPossible(key)) {
      this.#insert("key", key);
      this.#openBlock("block-mapping-start", key.column, key);
      key.isPossible = false;
      this.#isKeyAllowed = false;
    } else {
      if (!this.#isInFlow && !this.#isKeyAllowed)
        throw this.#cursor.error("mapping values are not allowed in this context");
      this.#openBlock("block-mapping-start", this.#cursor.column);
      this.#isKeyAllowed = !this.#isInFlow;
    }
    this.#appendIndicator("value", 1);
  }

  #scanAnchor(kind: "anchor" | "alias"): void {
    const possibleKey = this.#recordPossibleKey();
    this.#isKeyAllowed = false;
    const { line, column } = this.#cursor;
    this.#append(kind, { line, column, value: scanAnchorName(this.#cursor), possibleKey });
  }

  #scanTag(): void {
    const possibleKey = this.#recordPossibleKey();
    this.#isKeyAllowed = false;
    const { line, column } = this.#cursor;
    const { handle, suffix } = scanTag(this.#cursor);
    this.#append("tag", { line, column, value: handle, suffix, possibleKey });
  }

  #scanQuoted(): void {
    const possibleKey = this.#recordPossibleKey();
    this.#isKeyAllowed = false;
    const { line, column } = this.#cursor;
    this.#append("scalar", { line, column, value: scanQuotedScalar(this.#cursor), possibleKey });
  }

  #scanBlock(): void {
    this.#dropKey();
    this.#isKeyAllowed = true;
    const { line, column } = this.#cursor;
    this.#append("scalar", { line, column, value: scanBlockScalar(this.#cursor, this.#indent) });
  }

  #scanPlain(): void {
    const possibleKey = this.#recordPossibleKey();
    const { line, column } = this.#cursor;
    const context = { inFlow: this.#isInFlow, indent: this.#indent + 1 };
    const { value, endsLine } = scanPlainScalar(this.#cursor, context);
    this.#isKeyAllowed = endsLine;
    this.#append("scalar", { line, column, value, isPlain: true, possibleKey });
  }
}

interface TokenOptions {
  readonly line?: number;
  readonly column?: number;
  readonly value?: string;
  readonly suffix?: string;
  readonly isPlain?: boolean;
  readonly possibleKey?: SimpleKey | undefined;
}

function makeToken(kind: TokenKind, line: number, column: number, options: TokenOptions): Token {
  const { value = "", suffix = "", isPlain = false, possibleKey } = options;
  return { kind, line, column, value, suffix, isPlain, possibleKey };
}
