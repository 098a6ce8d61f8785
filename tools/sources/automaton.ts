/**
 * The automaton of a regular expression. It shows in how many ways the expression can read a text. Each position of the
 * expression that reads a character is a state.
 */
export interface Automaton {
  readonly states: readonly AutomatonState[];
  /** Steps from each state, by its index. The last entry contains the steps from the start of the expression. */
  readonly steps: readonly (readonly AutomatonStep[])[];
  /** Whether the search may begin at any position of the text. */
  readonly isSearching: boolean;
}

/** A position of the expression that reads one character. */
export interface AutomatonState {
  /** Bit mask of the characters of `alphabet` that the state can read. */
  readonly characters: bigint;
  /** Whether the expression can end after this state, whatever text follows. */
  readonly mayEnd: boolean;
}

/** A transition to the state that reads the next character. */
export interface AutomatonStep {
  readonly to: number;
  readonly isAmbiguous: boolean;
}

/**
 * Sample of characters that stands for all of Unicode: all of ASCII, and a few letters, marks, spaces and surrogates,
 * so that each character class of the sources contains some of them.
 */
export const alphabet: readonly string[] = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  "\u0080",
  "\u00b5",
  "\u00e9",
  "\u0301",
  "\u0660",
  "\u2028",
  "\u3042",
  "\uffff",
];

type Node =
  | { readonly type: "character"; readonly characters: bigint }
  | { readonly type: "sequence" | "choice"; readonly parts: readonly Node[] }
  | { readonly type: "repeat"; readonly part: Node; readonly min: number; readonly max: number }
  | { readonly type: "end" };

/**
 * Returns the automaton.
 * @throws Error for back references
 */
export function automatonOf({ source, flags }: { readonly source: string; readonly flags: string }): Automaton {
  const parser = new Parser(source, flags);
  const node = parser.read();
  return new Builder().build(node, !flags.includes("y") && !parser.isAnchored);
}

class Parser {
  readonly #source: string;
  readonly #flags: string;
  #offset = 0;
  #depth = 0;
  /** Whether every alternative of the expression begins with `^`. */
  isAnchored = true;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags.replaceAll(/[gy]/g, "");
  }

  read(): Node {
    const node = this.#choice();
    if (this.#offset < this.#source.length)
      throw new Error(`unexpected text in the expression: ${this.#source.slice(this.#offset)}`);
    return node;
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take(/\|/y) !== undefined) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] as Node) : { type: "choice", parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    if (this.#depth === 0 && this.#source[this.#offset] !== "^") this.isAnchored = false;
    while (this.#offset < this.#source.length && !/[|)]/.test(this.#source[this.#offset] ?? "")) {
      parts.push(this.#quantified(this.#atom()));
    }
    return { type: "sequence", parts };
  }

  #quantified(part: Node): Node {
    const quantifier = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y);
    if (quantifier === undefined) return part;
    const [min, max] = boundsOf(quantifier);
    return { type: "repeat", part, min, max };
  }

  #atom(): Node {
    if (this.#take(/\^|\\[bB]/y) !== undefined) return { type: "sequence", parts: [] };
    if (this.#take(/\$/y) !== undefined) return { type: "end" };
    const opening = this.#take(/\((?:\?(?:[:=!]|<[=!]|<\w+>))?/y);
    if (opening !== undefined) return this.#group(opening);
    if (this.#take(/\\(?:[1-9]|k<)/y) !== undefined) throw new Error("back references are not supported");
    const text = this.#take(
      /\[(?:[^\]\\]|\\[^])*\]|\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\[pP]\{[^}]+\}|\\c[A-Z]|\\?[^]/iy,
    );
    return { type: "character", characters: this.#charactersOf(text ?? "") };
  }

  /** Reads a group. A lookaround is read like a group before `$`, because the match can still fail after it. */
  #group(opening: string): Node {
    this.#depth++;
    const node = this.#choice();
    this.#depth--;
    if (this.#take(/\)/y) === undefined) throw new Error("the expression has a group without an end");
    return /^\(\?<?[=!]$/.test(opening) ? { type: "sequence", parts: [node, { type: "end" }] } : node;
  }

  #charactersOf(text: string): bigint {
    const singleCharacter = new RegExp(`^(?:${text})$`, this.#flags);
    return alphabet.reduce(
      (bits, character, index) => (singleCharacter.test(character) ? bits | (1n << BigInt(index)) : bits),
      0n,
    );
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    const taken = pattern.exec(this.#source)?.[0];
    this.#offset += taken?.length ?? 0;
    return taken;
  }
}

/** Bounded repetitions above this number are treated as unbounded. */
const repetitionsMax = 4;

function boundsOf(quantifier: string): [min: number, max: number] {
  if (quantifier.startsWith("*")) return [0, Number.POSITIVE_INFINITY];
  if (quantifier.startsWith("+")) return [1, Number.POSITIVE_INFINITY];
  if (quantifier.startsWith("?")) return [0, 1];
  const [, min = "", comma, max = ""] = /^\{(\d+)(,?)(\d*)/.exec(quantifier) ?? [];
  const greatest = max === "" ? (comma === "" ? Number(min) : Number.POSITIVE_INFINITY) : Number(max);
  return [Math.min(Number(min), repetitionsMax), greatest > repetitionsMax ? Number.POSITIVE_INFINITY : greatest];
}

/** A node of the graph that the builder creates: a state, a branch to other nodes, or the end of the text. */
interface BuilderNode {
  readonly next: BuilderNode[];
  readonly state?: number;
  readonly isEnd?: boolean;
}

class Builder {
  readonly #characters: bigint[] = [];
  readonly #after: BuilderNode[] = [];

  build(node: Node, isSearching: boolean): Automaton {
    const accepting: BuilderNode = { next: [] };
    const start = this.#add(node, accepting);
    const origins = [...this.#after, start];
    const steps = origins.map((origin) => stepsFrom(origin));
    const states = this.#characters.map((characters, index) => ({
      characters,
      mayEnd: reaches(origins[index] as BuilderNode, accepting),
    }));
    return { states, steps, isSearching };
  }

  /** Returns the node at which the part begins. `then` is the node after the part. */
  #add(node: Node, then: BuilderNode): BuilderNode {
    switch (node.type) {
      case "end":
        return { next: [then], isEnd: true };
      case "character": {
        const state = this.#characters.push(node.characters) - 1;
        this.#after.push(then);
        return { next: [], state };
      }
      case "sequence":
        return node.parts.reduceRight((following, part) => this.#add(part, following), then);
      case "choice":
        return { next: node.parts.map((part) => this.#add(part, then)) };
      case "repeat":
        return this.#repeat(node, then);
    }
  }

  #repeat({ part, min, max }: Extract<Node, { type: "repeat" }>, then: BuilderNode): BuilderNode {
    let begin = then;
    if (max === Number.POSITIVE_INFINITY) {
      begin = { next: [then] };
      begin.next.unshift(this.#add(part, begin));
    } else {
      for (let count = min; count < max; count++) begin = { next: [this.#add(part, begin), then] };
    }
    for (let count = 0; count < min; count++) begin = this.#add(part, begin);
    return begin;
  }
}

/** Returns the steps to the states that can read the next character. */
function stepsFrom(from: BuilderNode): AutomatonStep[] {
  const counts = new Map<number, number>();
  const walk = (node: BuilderNode, path: readonly BuilderNode[]): void => {
    if (node.state !== undefined) counts.set(node.state, (counts.get(node.state) ?? 0) + 1);
    // A nested loop may be entered again once. Another round without reading a character is no separate way.
    if (path.filter((one) => one === node).length > 1) return;
    for (const next of node.next) walk(next, [...path, node]);
  };
  walk(from, []);
  return [...counts].map(([to, count]) => ({ to, isAmbiguous: count > 1 }));
}

function reaches(from: BuilderNode, accepting: BuilderNode, seen = new Set<BuilderNode>()): boolean {
  if (from === accepting) return true;
  if (seen.has(from) || from.isEnd) return false;
  seen.add(from);
  return from.next.some((next) => reaches(next, accepting, seen));
}
