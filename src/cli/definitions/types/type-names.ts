/** Names of TypeScript types, constants and properties. */
import { createHash } from "node:crypto";

/** Longer names are shortened. A hash keeps them distinct. */
const nameLengthMax = 100;
const hashLength = 8;

/** Returns an identifier in CamelCase: `backup-policy` becomes `BackupPolicy`. Other characters are dropped. */
export function capitalName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(joined) ? joined : `_${joined}`;
}

/** Returns the name of a constant for a type: `configMap` for `ConfigMap`, `csiDriver` for `CSIDriver`. */
export function constantName(typeName: string): string {
  const name = typeName.replace(/^_?[A-Z]+(?![a-z])|^_?[A-Z]/, (start) => start.toLowerCase());
  return reservedWords.has(name) ? `${name}Kind` : name;
}

/** Words that cannot be the name of a constant. A kind in lower case can be one of them. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
    "finally for function if implements import in instanceof interface let new null package private protected public return " +
    "static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Returns a name as the name of a property: quoted if it is not an identifier. */
export function propertyName(name: string): string {
  return identifier.test(name) ? name : JSON.stringify(name);
}

/** The names of one file. It makes them unique. */
export class FileNames {
  readonly #taken: Set<string>;

  /** @param reserved names that the file needs for something else */
  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
  }

  /** Returns the wanted name, or else this name with a number: `Spec2`. Names that are too long are shortened. */
  take(wanted: string): string {
    const name = shortened(wanted);
    let unique = name;
    for (let number = 2; this.#taken.has(unique); number++) unique = `${name}${number}`;
    this.#taken.add(unique);
    return unique;
  }
}

function shortened(name: string): string {
  if (name.length <= nameLengthMax) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, hashLength);
  return `${name.slice(0, nameLengthMax - hashLength)}${hash}`;
}
