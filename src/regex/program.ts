/**
 * Compiled patterns: programs for a machine that is in several states at a time, as in RE2. re2js parses and compiles patterns. This
 * file reads its instructions, which are not a documented part of re2js, so `package.json` names one version of it.
 */
import type { RE2JS } from "re2js";

/** The numbers of kinds in a program. `next` and `other` are the numbers of instructions. */
export const instructionKinds = {
  /** Continues at `next`, and with lower priority at `other`. */
  branch: 0,
  /** Continues at `next`. */
  jump: 1,
  /** Continues at `next` if all conditions in `other` hold. */
  condition: 2,
  /** Reads a character, and continues at `next` if the character is in the set of the instruction. */
  character: 3,
  match: 4,
  fail: 5,
} as const;

type InstructionKind = (typeof instructionKinds)[keyof typeof instructionKinds];

/** Neighbours of a place in a text: its beginning or end, or a character. */
export const neighbours = { edge: 0, newline: 1, wordCharacter: 2, other: 3 } as const;

/** A neighbour of a place in a text. */
export type Neighbour = (typeof neighbours)[keyof typeof neighbours];

/** The instructions of re2js. */
interface Re2Instruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: Int32Array;
  matchRune(codePoint: number): boolean;
}

interface Re2Program {
  readonly inst: readonly Re2Instruction[];
  readonly start: number;
}

/** Classes of characters that no instruction distinguishes. */
interface Re2Classes {
  /** The first characters of all classes but the first. */
  readonly classBounds: Int32Array;
  runeClass(codePoint: number): number;
}

const kindsByOperation: readonly (InstructionKind | undefined)[] = [
  undefined,
  instructionKinds.branch,
  instructionKinds.branch,
  instructionKinds.jump,
  instructionKinds.condition,
  instructionKinds.fail,
  instructionKinds.match,
  instructionKinds.jump,
  instructionKinds.character,
  instructionKinds.character,
  instructionKinds.character,
  instructionKinds.character,
];

const conditions = {
  beginLine: 1,
  endLine: 2,
  beginText: 4,
  endText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;
const lineConditions = conditions.beginLine | conditions.endLine;
const wordConditions = conditions.wordBoundary | conditions.noWordBoundary;

/** Returns the conditions that hold between two neighbours. */
export function conditionsBetween(before: Neighbour, after: Neighbour): number {
  const isBoundary = (before === neighbours.wordCharacter) !== (after === neighbours.wordCharacter);
  let holding: number = isBoundary ? conditions.wordBoundary : conditions.noWordBoundary;
  if (before === neighbours.edge) holding |= conditions.beginText | conditions.beginLine;
  else if (before === neighbours.newline) holding |= conditions.beginLine;
  if (after === neighbours.edge) holding |= conditions.endText | conditions.endLine;
  else if (after === neighbours.newline) holding |= conditions.endLine;
  return holding;
}

const asciiCount = 128;
const newline = 0x0a;
const wordCharacter = /\w/;

/** A compiled pattern. Characters are represented by the number of their class. */
export class PatternProgram {
  readonly size: number;
  readonly start: number;
  readonly kinds: Uint8Array;
  readonly next: Int32Array;
  readonly other: Int32Array;
  /** The class of each ASCII character. */
  readonly asciiClasses = new Uint16Array(asciiCount);
  /** Whether a condition is about lines or words, and not only about the beginning or the end of the text. */
  readonly hasInnerConditions: boolean;
  readonly #instructions: readonly Re2Instruction[];
  readonly #classes: Re2Classes;
  readonly #usedConditions: number;

  constructor({ inst, start }: Re2Program, classes: Re2Classes) {
    this.size = inst.length;
    this.start = start;
    this.kinds = new Uint8Array(inst.length);
    this.next = new Int32Array(inst.length);
    this.other = new Int32Array(inst.length);
    this.#instructions = inst;
    this.#classes = classes;
    this.#usedConditions = this.#readInstructions();
    this.hasInnerConditions = (this.#usedConditions & (lineConditions | wordConditions)) !== 0;
    this.#classifyAscii();
  }

  get classCount(): number {
    return this.#classes.classBounds.length + 1;
  }

  classOf(codePoint: number): number {
    return codePoint < asciiCount ? (this.asciiClasses[codePoint] as number) : this.#classes.runeClass(codePoint);
  }

  /** Whether a character instruction accepts the characters of a class. */
  accepts(instruction: number, characterClass: number): boolean {
    return this.#instructions[instruction]?.matchRune(this.#firstOf(characterClass)) === true;
  }

  /** Returns what the characters of a class are for conditions. Differences that do not matter are left out. */
  neighbourOf(characterClass: number): Neighbour {
    if (!this.hasInnerConditions) return neighbours.other;
    const first = this.#firstOf(characterClass);
    if ((this.#usedConditions & lineConditions) !== 0 && first === newline) return neighbours.newline;
    const isWord = first < asciiCount && wordCharacter.test(String.fromCharCode(first));
    return isWord && (this.#usedConditions & wordConditions) !== 0 ? neighbours.wordCharacter : neighbours.other;
  }

  #firstOf(characterClass: number): number {
    return characterClass === 0 ? 0 : (this.#classes.classBounds[characterClass - 1] as number);
  }

  /** Returns the conditions that the program uses. */
  #readInstructions(): number {
    let used = 0;
    for (const [index, { op, out, arg }] of this.#instructions.entries()) {
      const kind = kindOf(op);
      this.kinds[index] = kind;
      this.next[index] = out;
      this.other[index] = arg;
      if (kind === instructionKinds.condition) used |= arg;
    }
    return used;
  }

  #classifyAscii(): void {
    const { classBounds } = this.#classes;
    let characterClass = 0;
    for (let code = 0; code < asciiCount; code++) {
      if (classBounds[characterClass] === code) characterClass++;
      this.asciiClasses[code] = characterClass;
    }
  }
}

function kindOf(operation: number): InstructionKind {
  const kind = kindsByOperation[operation];
  if (kind === undefined) throw new Error(`re2js has an unknown instruction ${operation}`);
  return kind;
}

/** Reads the program of a compiled pattern. */
export function readProgram(compiled: RE2JS): PatternProgram {
  const { prog, dfa } = compiled.re2();
  return new PatternProgram(prog as Re2Program, dfa);
}
