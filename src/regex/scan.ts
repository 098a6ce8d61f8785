/** Finds the parts of a pattern whose spelling or size matters before it is compiled. Does not report errors. */

/** Receives the parts of a pattern from left to right. All places are UTF-16 units. */
export interface PatternVisitor {
  /** Characters or classes that match one character each. */
  characters(count: number): void;
  /** `\pL` or `\p{Greek}`. @param end the place after it */
  unicodeClass(start: number, end: number): void;
  /** `(`. @param nameStart and nameEnd enclose the name of `(?P<name>` or `(?<name>`; undefined for other groups */
  open(nameStart?: number, nameEnd?: number): void;
  close(): void;
  /** A bracket and a colon in a class, which do not begin the name of a class such as `[:alpha:]`. */
  literalBracket(at: number): void;
  /** `*`, `{2,3}` and the like. @param count how often the part before can be repeated explicitly; 1 for `*`, `+` and `?` */
  repetition(count: number): void;
}

const countedRepetition = /\{(\d{1,4})(?:,(\d{0,4}))?\}/y;

/** Visits the parts of a pattern. Returns where a class begins that does not end; undefined if all classes end. */
export function scanPattern(source: string, visitor: PatternVisitor): number | undefined {
  return new PatternScan(source, visitor).run();
}

class PatternScan {
  readonly #source: string;
  readonly #visitor: PatternVisitor;
  #at = 0;
  /** Where the current class begins. */
  #classStart: number | undefined;
  /** Whether a name such as `[:alpha:]` can end in the rest of the pattern. */
  #hasNameEnd = true;

  constructor(source: string, visitor: PatternVisitor) {
    this.#source = source;
    this.#visitor = visitor;
  }

  run(): number | undefined {
    while (this.#at < this.#source.length) {
      if (this.#source[this.#at] === "\\") this.#escape();
      else if (this.#classStart === undefined) this.#outsideOfClass();
      else this.#insideOfClass();
    }
    return this.#classStart;
  }

  /** Returns the place after the next occurrence of a text; the end of the pattern if there is none. */
  #after(text: string): number {
    const found = this.#source.indexOf(text, this.#at + 2);
    return found < 0 ? this.#source.length : found + text.length;
  }

  #escape(): void {
    const start = this.#at;
    const name = this.#source[start + 1];
    const isBraced = this.#source[start + 2] === "{";
    if (name === "Q" && this.#classStart === undefined) {
      this.#at = this.#after("\\E");
      this.#visitor.characters(this.#at - start);
      return;
    }
    const hasName = name === "p" || name === "P" || name === "x";
    this.#at = hasName && isBraced ? this.#after("}") : start + (hasName && name !== "x" ? 3 : 2);
    if (this.#classStart === undefined) this.#visitor.characters(1);
    if (hasName && name !== "x") this.#visitor.unicodeClass(start, this.#at);
  }

  #outsideOfClass(): void {
    switch (this.#source[this.#at]) {
      case "[":
        this.#enterClass();
        return;
      case "(":
        this.#open();
        return;
      case ")":
        this.#visitor.close();
        break;
      case "*":
      case "+":
      case "?":
        this.#visitor.repetition(1);
        break;
      case "{":
        this.#brace();
        return;
      default:
        this.#visitor.characters(1);
    }
    this.#at++;
  }

  /** A bracket at the beginning of a class does not end it. */
  #enterClass(): void {
    this.#classStart = this.#at++;
    if (this.#source[this.#at] === "^") this.#at++;
    if (this.#source[this.#at] === "]") this.#at++;
  }

  #insideOfClass(): void {
    if (this.#source.startsWith("[:", this.#at)) {
      const end = this.#nameEnd();
      if (end === undefined) this.#visitor.literalBracket(this.#at);
      this.#at = end ?? this.#at + 2;
      return;
    }
    if (this.#source[this.#at++] !== "]") return;
    this.#classStart = undefined;
    this.#visitor.characters(1);
  }

  /** Returns the place after the name of a class that begins here; undefined if no such name ends. */
  #nameEnd(): number | undefined {
    if (!this.#hasNameEnd) return undefined;
    const end = this.#source.indexOf(":]", this.#at + 2);
    this.#hasNameEnd = end >= 0;
    return end < 0 ? undefined : end + 2;
  }

  #open(): void {
    const spelling = ["(?P<", "(?<"].find((start) => this.#source.startsWith(start, this.#at));
    if (spelling === undefined) {
      this.#visitor.open();
      // The flags of a group are not repetitions.
      this.#at += this.#source.startsWith("(?", this.#at) ? 2 : 1;
      return;
    }
    const nameStart = this.#at + spelling.length;
    this.#at = this.#after(">");
    this.#visitor.open(nameStart, this.#at - 1);
  }

  #brace(): void {
    countedRepetition.lastIndex = this.#at;
    const [spelling, least, most] = countedRepetition.exec(this.#source) ?? [];
    this.#at += spelling?.length ?? 1;
    if (spelling === undefined) this.#visitor.characters(1);
    else this.#visitor.repetition(Math.max(1, Number(least), Number(most ?? 0)));
  }
}
