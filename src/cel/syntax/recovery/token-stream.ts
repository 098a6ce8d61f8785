/** The tokens of a text, which are scanned when they are first looked at. */
import { TokenScanner } from "../scanner.ts";
import { token } from "../tokens.ts";
import { type IssueList, missingOffset } from "./issue-list.ts";

/** A token of a text, or one that a parser adds because it is missing. */
export interface SourceToken {
  readonly kind: number;
  readonly text: string;
  /** In code points. */
  readonly offset: number;
}

interface ScannedToken extends SourceToken {
  /** The blanks and comments before the token. */
  readonly blanks: string;
}

const passedTokensMax = 64;

/** Reads tokens one after the other, and looks ahead. Reports text that is no token and skips it. */
export class TokenStream {
  readonly #scanner: TokenScanner;
  readonly #issues: IssueList;
  /** The tokens that were scanned, without most of those before the current one. */
  #tokens: ScannedToken[] = [];
  /** The place of the current token in `#tokens`. */
  #position = 0;
  #index = 0;
  #current: SourceToken;

  constructor(text: string, issues: IssueList) {
    this.#scanner = new TokenScanner(text);
    this.#issues = issues;
    this.#current = this.ahead(0);
  }

  /** The index of the current token. */
  get index(): number {
    return this.#index;
  }

  get current(): SourceToken {
    return this.#current;
  }

  /** The token before the current one; undefined at the start of the text. */
  get previous(): SourceToken | undefined {
    return this.#tokens[this.#position - 1];
  }

  /** Returns the token at a distance from the current one. After the last one follow only ends. */
  ahead(distance: number): SourceToken {
    for (;;) {
      const found = this.#tokens[this.#position + distance];
      if (found !== undefined) return found;
      const last = this.#tokens.at(-1);
      if (last?.kind === token.end) return last;
      this.#scan();
    }
  }

  /** Moves to the next token. The end stays the current token. */
  advance(): void {
    if (this.#current.kind === token.end) return;
    this.#index++;
    this.#position++;
    this.#current = this.ahead(0);
    if (this.#position > passedTokensMax && this.#position * 2 > this.#tokens.length) this.#dropPassedTokens();
  }

  /** Returns the text from the current token up to another one, with blanks and comments between them. */
  textTo(distance: number): string {
    const tokens = this.#tokens.slice(this.#position, this.#position + distance + 1);
    return tokens.map(({ blanks, text }, index) => (index === 0 ? text : blanks + text)).join("");
  }

  /** Keeps the token before the current one. */
  #dropPassedTokens(): void {
    this.#tokens = this.#tokens.slice(this.#position - 1);
    this.#position = 1;
  }

  #scan(): void {
    let blanks = "";
    for (;;) {
      const from = this.#scanner.end;
      this.#scanner.next();
      const { kind, start, offset, text } = this.#scanner;
      blanks += text.slice(from, start);
      if (kind !== token.invalid) {
        const isEmpty = text.length === 0;
        this.#tokens.push({ kind, text: this.#scanner.tokenText(), offset: isEmpty ? missingOffset : offset, blanks });
        return;
      }
      this.#issues.addSyntaxError(offset, `token recognition error at: '${this.#scanner.tokenText()}'`);
      if (this.#issues.isClosed) this.#scanner.stop();
    }
  }
}
