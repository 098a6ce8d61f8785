/** New and changed files of a checkout. Nothing is written before `write()`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Collects the changes that a generator makes, and what prevents them. */
export class SourceEdits {
  /** Reasons why the changes cannot be made, for people. */
  readonly problems: string[] = [];
  /** Folder of the checkout. All paths are relative to it. */
  readonly root: string;
  readonly #files = new Map<string, string>();

  constructor(root: string) {
    this.root = root;
  }

  /** Whether the file exists or is created. */
  has(path: string): boolean {
    return this.#files.has(path) || existsSync(join(this.root, path));
  }

  /** Returns the content of a file with the changes so far. */
  read(path: string): string {
    return this.#files.get(path) ?? readFileSync(join(this.root, path), "utf8");
  }

  /** Creates a file. An existing one is a problem. */
  create(path: string, content: string): void {
    if (this.has(path)) this.problems.push(`${path} exists already`);
    else this.#files.set(path, content);
  }

  /** Replaces the content of a file. */
  replace(path: string, content: string): void {
    this.#files.set(path, content);
  }

  /** Appends an item to an array literal. @param start text before the opening bracket: `const kinds: readonly Kind[] = ` */
  append(path: string, start: string, item: string): void {
    const text = this.read(path);
    const open = text.indexOf(`${start}[`);
    const close = open < 0 ? -1 : closingBracket(text, open + start.length);
    if (close < 0) {
      this.problems.push(`${path} has no list after "${start}"`);
      return;
    }
    const before = text.slice(0, close).trimEnd();
    const comma = /[[,]$/.test(before) ? "" : ",";
    this.replace(path, `${before}${comma}\n${item},\n${text.slice(close)}`);
  }

  /** Inserts whole lines before the first line that matches. */
  insertBefore(path: string, line: RegExp, lines: string): void {
    const text = this.read(path);
    const at = text.search(line);
    if (at < 0) this.problems.push(`${path} has no line like ${line.source}`);
    else this.replace(path, text.slice(0, at) + lines + text.slice(at));
  }

  /** Adds a name to the import from a module, or adds the import. @param name may begin with `type ` */
  import(path: string, module: string, name: string): void {
    const text = this.read(path);
    const existing = new RegExp(`import (type )?\\{([^}]*)\\} from "${module.replaceAll(".", "\\.")}";`).exec(text);
    if (!existing) {
      // Behind the first import, because the comment above it may be the header of the file.
      const at = text.indexOf(";\n", text.search(/^import /m)) + 2;
      this.replace(path, `${text.slice(0, at)}import { ${name} } from "${module}";\n${text.slice(at)}`);
      return;
    }
    const [whole, onlyTypes, names = ""] = existing;
    const listed = names.split(",").map((one) => one.trim());
    const withMarks = listed.filter(Boolean).map((one) => (onlyTypes ? `type ${one}` : one));
    if (withMarks.includes(name)) return;
    this.replace(path, text.replace(whole, `import { ${[...withMarks, name].join(", ")} } from "${module}";`));
  }

  /** Writes the files. Returns their paths. */
  write(): readonly string[] {
    for (const [path, content] of this.#files) {
      mkdirSync(dirname(join(this.root, path)), { recursive: true });
      writeFileSync(join(this.root, path), content);
    }
    return [...this.#files.keys()];
  }
}

/** Returns the index of the bracket that closes the one at `open`, or -1. Brackets in texts must be balanced. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === "[") depth++;
    if (text[index] === "]" && --depth === 0) return index;
  }
  return -1;
}
