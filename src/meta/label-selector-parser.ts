/**
 * Parses the `labelSelector` parameter: first into tokens, then into requirements by recursive descent. Messages name
 * the unexpected token and the expected ones, in the reference's words.
 */
import { formatFieldError } from "./field-error.ts";
import { checkedRequirement, type LabelOperator, type LabelRequirement, labelKeyErrors } from "./label-requirement.ts";
import { ParseError } from "./parse-error.ts";

/** Limits on a selector: far above what clients send, but low enough that matching a whole collection stays cheap. */
const textLengthMax = 65_536;
const requirementsMax = 1000;

/** A `word` is a key, a value, or one of the keywords `in` and `notin`. `end` is the end of the text. */
type TokenKind = "word" | "end" | "!" | "=" | "==" | "!=" | ">" | "<" | "(" | ")" | ",";

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const endToken: Token = { kind: "end", text: "" };

const binaryOperators: Readonly<Partial<Record<string, LabelOperator>>> = {
  in: "in",
  notin: "notin",
  "=": "=",
  "==": "==",
  "!=": "!=",
  ">": "gt",
  "<": "lt",
};

/** Returns the requirements in the order of the text. @throws ParseError */
export function parseLabelRequirements(text: string): LabelRequirement[] {
  if (text.length > textLengthMax) throw new ParseError(`label selector is longer than ${textLengthMax} characters`);
  return new SelectorParser(tokenize(text)).parse();
}

/** A NUL character ends the text, as in the reference. */
function tokenize(text: string): Token[] {
  const pattern = /[ \t\r\n]*(==|!=|[=!()<>,]|[^ \t\r\n=!()<>,\0]+)/y;
  const tokens: Token[] = [];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, found = ""] = match;
    tokens.push({ kind: /^[=!()<>,]/.test(found) ? (found as TokenKind) : "word", text: found });
  }
  return tokens;
}

class SelectorParser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    if (this.#next.kind === "end") return requirements;
    if (!this.#startsRequirement) throw unexpected(this.#next, "!, identifier, or 'end of string'");
    for (;;) {
      requirements.push(this.#requirement());
      if (requirements.length > requirementsMax) {
        throw new ParseError(`label selector has more than ${requirementsMax} requirements`);
      }
      const separator = this.#take();
      if (separator.kind === "end") return requirements;
      if (separator.kind !== ",") throw unexpected(separator, "',' or 'end of string'");
      if (!this.#startsRequirement) throw unexpected(this.#next, "identifier after ','");
    }
  }

  get #next(): Token {
    return this.#tokens[this.#position] ?? endToken;
  }

  get #startsRequirement(): boolean {
    return this.#next.kind === "word" || this.#next.kind === "!";
  }

  #take(): Token {
    const token = this.#next;
    this.#position++;
    return token;
  }

  #requirement(): LabelRequirement {
    try {
      return this.#unwrappedRequirement();
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw new ParseError(`unable to parse requirement: ${error.message}`, { cause: error });
    }
  }

  #unwrappedRequirement(): LabelRequirement {
    const negated = this.#next.kind === "!";
    if (negated) this.#take();
    const key = this.#take();
    if (key.kind !== "word") throw unexpected(key, "identifier");
    const [keyError] = labelKeyErrors("<nil>", key.text);
    if (keyError) throw new ParseError(formatFieldError(keyError));
    if (negated) return checkedRequirement(key.text, "!", []);
    if (this.#next.kind === "end" || this.#next.kind === ",") return checkedRequirement(key.text, "exists", []);
    const operator = this.#operator();
    const values = operator === "in" || operator === "notin" ? this.#values() : [this.#exactValue()];
    return checkedRequirement(key.text, operator, values);
  }

  #operator(): LabelOperator {
    const token = this.#take();
    const operator = Object.hasOwn(binaryOperators, token.text) ? binaryOperators[token.text] : undefined;
    if (!operator) throw unexpected(token, "in, notin, =, ==, !=, gt, lt");
    return operator;
  }

  /**
   * Returns the values after `in` or `notin`, sorted and without duplicates. Nothing between two commas is the empty
   * value.
   */
  #values(): string[] {
    const open = this.#take();
    if (open.kind !== "(") throw new ParseError(`found '${open.text}' expected: '('`);
    const values = new Set<string>();
    if (this.#next.kind === ")") values.add("");
    else if (this.#next.kind !== "word" && this.#next.kind !== ",") {
      throw unexpected(this.#next, "',', ')' or identifier");
    } else {
      while (this.#value(values)) continue;
    }
    this.#take();
    return [...values].sort();
  }

  /**
   * Consumes one word, or one comma with the empty values next to it, and adds the values. Returns false if the list
   * ends after it.
   */
  #value(values: Set<string>): boolean {
    const token = this.#take();
    const after = this.#next;
    if (token.kind === "word") {
      values.add(token.text);
      if (after.kind !== "," && after.kind !== ")") throw unexpected(after, "',' or ')'");
    } else if (token.kind === ",") {
      if (values.size === 0 || after.kind === ")" || after.kind === ",") values.add("");
      if (after.kind === ",") this.#take();
    } else throw unexpected(token, "',', or identifier");
    return after.kind !== ")";
  }

  #exactValue(): string {
    if (this.#next.kind === "end" || this.#next.kind === ",") return "";
    const token = this.#take();
    if (token.kind !== "word") throw unexpected(token, "identifier");
    return token.text;
  }
}

function unexpected(token: Token, expected: string): ParseError {
  return new ParseError(`found '${token.text}', expected: ${expected}`);
}
