/**
 * Reads only some fields of a JSON object and skips the others. This takes half the time of parsing the whole object
 * and creates a tenth of the garbage; see the Tables in docs/performance.md, "Optimizations". The bytes must
 * be valid JSON without white space, such as stored objects. They are not checked.
 */
import { endOfString, endOfValue } from "./skip.ts";

const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The part of a value to copy: all of it, or some members of an object, or of each object in a list. */
type Mask = "all" | readonly MaskedMember[];

interface MaskedMember {
  readonly name: Buffer;
  readonly mask: Mask;
}

/**
 * Returns a function that parses only these fields of an object.
 * @param paths names of fields, separated by dots. Lists have no names in paths: `spec.containers.name` is the name of
 * every container.
 */
export function fieldReader(paths: readonly string[]): (bytes: Buffer) => unknown {
  const mask = maskOf(paths.map((path) => path.split(".")));
  return (bytes) => JSON.parse(new MaskedCopy(bytes).copy(mask));
}

/**
 * Returns a function that returns the JSON of only these fields of an object.
 * @param paths as for `fieldReader`
 */
export function fieldCopier(paths: readonly string[]): (bytes: Buffer) => string {
  const mask = maskOf(paths.map((path) => path.split(".")));
  return (bytes) => new MaskedCopy(bytes).copy(mask);
}

function maskOf(paths: readonly (readonly string[])[]): Mask {
  if (paths.some((path) => path.length === 0)) return "all";
  const names = new Set(paths.map(([name = ""]) => name));
  return [...names].map((name) => ({
    name: Buffer.from(name),
    mask: maskOf(paths.filter(([first]) => first === name).map((path) => path.slice(1))),
  }));
}

/** Buffer for copies of usual size. Each copy is read before the next one begins. */
const sharedBuffer = Buffer.allocUnsafeSlow(64 * 1024);

/** Copies JSON without the members that a mask leaves out. The copy is never longer than the original. */
class MaskedCopy {
  readonly #from: Buffer;
  readonly #to: Buffer;
  #at = 0;
  #used = 0;

  constructor(bytes: Buffer) {
    this.#from = bytes;
    this.#to = bytes.length <= sharedBuffer.length ? sharedBuffer : Buffer.allocUnsafeSlow(bytes.length);
  }

  copy(mask: Mask): string {
    this.#value(mask);
    return this.#to.toString("utf8", 0, this.#used);
  }

  #value(mask: Mask): void {
    const first = this.#from[this.#at];
    if (mask === "all" || (first !== openBrace && first !== openBracket)) {
      this.#copyTo(endOfValue(this.#from, this.#at));
    } else if (first === openBrace) {
      this.#object(mask);
    } else {
      this.#list(mask);
    }
  }

  #object(members: readonly MaskedMember[]): void {
    const bytes = this.#from;
    this.#put(openBrace);
    let at = this.#at + 1;
    let isFirst = true;
    while (at < bytes.length && bytes[at] !== closeBrace) {
      if (bytes[at] === comma) at++;
      const nameEnd = endOfString(bytes, at);
      const member = memberNamed(members, bytes, at + 1, nameEnd - 1);
      if (!member) {
        at = endOfValue(bytes, nameEnd + 1);
        continue;
      }
      if (!isFirst) this.#put(comma);
      isFirst = false;
      this.#at = at;
      if (member.mask === "all") {
        this.#copyTo(endOfValue(bytes, nameEnd + 1));
      } else {
        this.#copyTo(nameEnd + 1);
        this.#value(member.mask);
      }
      at = this.#at;
    }
    if (at < bytes.length) this.#put(closeBrace);
    this.#at = at + 1;
  }

  #list(members: readonly MaskedMember[]): void {
    this.#put(openBracket);
    this.#at++;
    while (this.#at < this.#from.length && this.#from[this.#at] !== closeBracket) {
      if (this.#from[this.#at] === comma) {
        this.#put(comma);
        this.#at++;
      }
      this.#value(members);
    }
    if (this.#at < this.#from.length) this.#put(closeBracket);
    this.#at++;
  }

  #put(byte: number): void {
    this.#to[this.#used++] = byte;
  }

  #copyTo(end: number): void {
    this.#used += this.#from.copy(this.#to, this.#used, this.#at, end);
    this.#at = end;
  }
}

/** Returns the member whose name is in the bytes from `start` to `end`, exclusive. */
function memberNamed(
  members: readonly MaskedMember[],
  bytes: Buffer,
  start: number,
  end: number,
): MaskedMember | undefined {
  for (const member of members) if (isAt(bytes, start, end, member.name)) return member;
  return undefined;
}

/**
 * Compares byte by byte. Names have a few bytes and usually differ in length, so calling `Buffer.compare` would take
 * longer. See docs/performance.md, "Micro-measurements", "names of fields".
 */
function isAt(bytes: Buffer, start: number, end: number, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (bytes[start + at] !== name[at]) return false;
  return true;
}
