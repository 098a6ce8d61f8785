/**
 * Replaces values that necessarily differ between servers. Replacements preserve identity: the first uid of a scenario
 * becomes `<uid 1>` wherever it occurs, so that a wrong reference to an object is still a difference.
 */
import { keyText, markedNumber, numberText } from "./exact-json.ts";

/** A JSON value whose numbers are marked text. */
export type Value = null | boolean | string | readonly Value[] | { readonly [key: string]: Value };

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const timestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const clusterAddress = /\b10\.(?:9[6-9]|10\d|11[01])\.\d+\.\d+\b/g;
/** Identifier that both servers derive from a client certificate. */
const certificateDigest = /\b(X509SHA256=)[0-9a-f]{64}\b/g;
const nodePort = /^3[0-2]\d{3}$/;
const nodePortKeys: ReadonlySet<string> = new Set(["nodePort", "healthCheckNodePort"]);
/** Members that contain the name of the requesting user. */
const userKeys: ReadonlySet<string> = new Set(["username", "cells"]);
/** Memory address, as Go prints it. */
const pointer = /\(0x[0-9a-f]{6,}\)/g;
/** Suffix that a server appends to `generateName`. */
const generatedSuffix = "[bcdfghjklmnpqrstvwxz2456789]{5}";
/** Age as a Table shows it. */
const age = /^\d+(?:ms|s)$/;
const recentMs = 24 * 3600 * 1000;

/** Replaces the values of one scenario on one server. Replacements count from 1 in order of appearance. */
export class Normaliser {
  readonly #counts = new Map<string, Map<string, number>>();
  /** Next number of each type of value. */
  readonly #next = new Map<string, number>();
  readonly #generatedNames: RegExp[] = [];
  readonly #ownAddress: RegExp;
  readonly #userName: string;
  /** The user's name in quotes. In a quoted document, a backslash precedes the quotes. */
  readonly #quotedUser: RegExp;
  readonly #nowMs: number;

  /**
   * @param host host and port of the server, which may occur in its answers
   * @param userName name of the requesting user
   * @param nowMs time at which the scenario began. Times within a day of it count as set by the server.
   */
  constructor(host: string, userName: string, nowMs: number) {
    this.#userName = userName;
    this.#quotedUser = new RegExp(`"${escaped(userName)}(\\\\*)"`, "g");
    this.#ownAddress = new RegExp(
      host.replaceAll(".", "\\.").replace(/:\d+$/, (port) => `(?:${port}|:6443)`),
      "g",
    );
    this.#nowMs = nowMs;
  }

  /**
   * Continues with the numbers of the other server. Called between two exchanges, because a value that only one server
   * sent would otherwise change all later numbers. Such a value loses its number until both servers have sent it.
   */
  alignWith(other: Normaliser): void {
    for (const what of new Set([...this.#next.keys(), ...other.#next.keys()])) {
      const next = [this, other].map((one) => one.#next.get(what) ?? 1);
      for (const one of [this, other]) one.#goOn(what, Math.min(...next), Math.max(...next));
    }
  }

  /** Removes the values with numbers from `unpaired` on, and continues with the number `next`. */
  #goOn(what: string, unpaired: number, next: number): void {
    this.#next.set(what, next);
    const numbers = this.#counts.get(what);
    if (!numbers || unpaired === next) return;
    for (const [value, number] of numbers) if (number >= unpaired) numbers.delete(value);
  }

  /** Records the name prefixes in a request, which the server will complete. */
  learn(requestText: string): void {
    for (const [, prefix] of requestText.matchAll(/"generateName":\s*"((?:[^"\\]|\\.)*)"/g)) {
      if (prefix) this.#generatedNames.push(new RegExp(`(${escaped(prefix)})(${generatedSuffix})`, "g"));
    }
  }

  /** Returns the normalised form of a parsed body. */
  body(value: unknown): Value {
    return this.#value(value as Value, "", false);
  }

  /** Returns the normalised form of plain text. */
  text(text: string): string {
    let result = text
      .replace(uuid, (found) => this.#replace("uid", found))
      .replace(timestamp, (found: string, fraction: string | undefined) => this.#time(found, fraction))
      .replace(clusterAddress, (found) => this.#replace("address", found))
      .replace(this.#ownAddress, "<server>")
      .replace(pointer, "(<pointer>)")
      .replace(this.#quotedUser, '"<user>$1"')
      .replaceAll(`username: ${this.#userName}\n`, "username: <user>\n")
      .replace(certificateDigest, "$1<digest>")
      .replace(/\b(resourceVersion|resource version|rv)([=:"\\ ]{0,6})(\d{1,10})\b/gi, "$1$2<version>")
      .replace(/(ResourceVersion in (?:the )?(?:precondition|record|object meta)(?:: | \())\d+/g, "$1<version>")
      .replace(/\((\*[\w.]+)\)\(0x[0-9a-f]{6,}\)/g, "($1)(<pointer>)")
      .replace(/(Too large resource version: [^,]{1,40}, current: )\d+/g, "$1<version>")
      .replace(/(too old resource version: )\d+ \(\d+\)/g, "$1<version> (<version>)");
    for (const pattern of this.#generatedNames) {
      result = result.replace(pattern, (_, prefix: string, suffix: string) => prefix + this.#replace("random", suffix));
    }
    return result;
  }

  #value(value: Value, key: string, isListMetadata: boolean): Value {
    if (typeof value === "string") return this.#scalar(value, key, isListMetadata);
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((item: Value) => this.#value(item, key, false));
    const object = value as { readonly [key: string]: Value };
    const isList = "items" in object || "rows" in object;
    const entries = Object.entries(object).map(([name, member]) => [
      this.text(name),
      this.#value(member, name, isList && name === "metadata" ? true : isListMetadata && key === "metadata"),
    ]);
    return Object.fromEntries(entries) as Value;
  }

  #scalar(value: string, key: string, isListMetadata: boolean): string {
    const number = numberText(value);
    if (number !== undefined) {
      return nodePortKeys.has(key) && nodePort.test(number) ? this.#replace("port", number) : markedNumber(number);
    }
    if (key === "resourceVersion" && /^\d+$/.test(value) && value !== "0") {
      return isListMetadata ? "<version of the list>" : this.#replace("version", value);
    }
    if (value === this.#userName && (userKeys.has(key) || /^\d+$/.test(keyText(key)))) return "<user>";
    if (key === "cells" && age.test(value)) return "<age>";
    if (key === "continue" && value !== "") return "<continue>";
    return this.text(value);
  }

  #time(found: string, fraction: string | undefined): string {
    const isRecent = Math.abs(Date.parse(found) - this.#nowMs) < recentMs;
    return isRecent ? `<time${fraction ? ` with ${fraction.length - 1} digits` : ""}>` : found;
  }

  #replace(what: string, found: string): string {
    let numbers = this.#counts.get(what);
    if (!numbers) this.#counts.set(what, (numbers = new Map()));
    let number = numbers.get(found);
    if (number === undefined) {
      number = this.#next.get(what) ?? 1;
      numbers.set(found, number);
      this.#next.set(what, number + 1);
    }
    return `<${what} ${number}>`;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
