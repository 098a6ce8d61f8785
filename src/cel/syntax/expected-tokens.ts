/** Tokens that are possible in a place, for messages about faulty texts. */
import { token } from "./tokens.ts";

/** The tokens that are possible in a place. */
export interface Expected {
  readonly kinds: ReadonlySet<number>;
  /** In the reference's words. */
  readonly spelling: string;
  /** If one of these follows, the message says that the expected token is missing. */
  readonly followers?: ReadonlySet<number>;
}

const operandStarts = [
  token.leftBracket,
  token.leftBrace,
  token.leftParenthesis,
  token.dot,
  token.minus,
  token.not,
  token.trueKeyword,
  token.falseKeyword,
  token.nullKeyword,
  token.double,
  token.int,
  token.uint,
  token.string,
  token.bytes,
  token.identifier,
];

/** The tokens that can follow a complete operand. */
const operandFollowers = new Set([
  token.end,
  token.equal,
  token.notEqual,
  token.inKeyword,
  token.less,
  token.lessOrEqual,
  token.greaterOrEqual,
  token.greater,
  token.and,
  token.or,
  token.leftBracket,
  token.dot,
  token.minus,
  token.question,
  token.plus,
  token.star,
  token.slash,
  token.percent,
]);

function one(kind: number, spelling: string, followers?: ReadonlySet<number>): Expected {
  return { kinds: new Set([kind]), spelling, ...(followers ? { followers } : {}) };
}

/** The tokens that the parser expects in its places. */
export const expected = {
  end: one(token.end, "<EOF>"),
  name: one(token.identifier, "IDENTIFIER"),
  operand: {
    kinds: new Set(operandStarts),
    spelling:
      "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
  },
  rightParenthesis: one(token.rightParenthesis, "')'", operandFollowers),
  rightBracket: one(token.rightBracket, "']'", operandFollowers),
  colon: one(token.colon, "':'", new Set(operandStarts)),
  endOfList: { kinds: new Set([token.rightBracket, token.comma]), spelling: "{']', ','}" },
  rightBrace: { kinds: new Set([token.rightBrace, token.comma]), spelling: "{'}', ','}" },
} as const satisfies Record<string, Expected>;
