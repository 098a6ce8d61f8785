/**
 * What a strict decoding objects to: fields that the schema does not know, and keys that stand twice, in the order of
 * the body. Run only for bodies that are known to hold some; everything else takes the fast path.
 */
import { goQuote } from "../meta/go-quote.ts";
import { fieldOf, type Schema } from "../schema/index.ts";
import type { JsonNode, JsonObjectNode } from "./json/json-node.ts";

/** So many complaints are listed; a body can hold a million. */
const complaintsMax = 100;
/** A path is shown up to this length: its keys are the client's, and each complaint repeats them. */
const pathCharsMax = 1000;

/** How paths of fields are written. */
export interface PathForm {
  /** Puts a path into quotation marks. */
  readonly quote: (path: string) => string;
  /** Whether paths leave out the keys of maps. */
  readonly omitsMapKeys: boolean;
}

const usualForm: PathForm = { quote: goQuote, omitsMapKeys: false };

/**
 * @param schema undefined where any field may stand: only duplicates count
 * @returns texts such as `unknown field "spec.foo"` and `duplicate field "data.a"`
 */
export function strictFieldErrors(root: JsonNode, schema: Schema | undefined, form = usualForm): string[] {
  const walk = new StrictWalk(form);
  walk.visit(root, schema, "");
  return walk.complaints;
}

class StrictWalk {
  readonly complaints: string[] = [];
  readonly #form: PathForm;

  constructor(form: PathForm) {
    this.#form = form;
  }

  /** @param schema undefined where nothing is known of the type: only duplicates count */
  visit(node: JsonNode, schema: Schema | undefined, path: string): void {
    if (typeof node !== "object" || node === null || this.complaints.length >= complaintsMax) return;
    // The reference reads these with decoders of their own, which are not strict.
    if (schema?.node === "union" || (schema?.node === "raw" && !isUntyped(schema))) return;
    if (node.kind === "array") {
      const items = schema?.node === "list" ? schema.items : undefined;
      node.items.forEach((item, index) => this.visit(item, items, `${path}[${index}]`));
    } else {
      this.#visitMembers(node, schema, path);
    }
  }

  #visitMembers(node: JsonObjectNode, schema: Schema | undefined, path: string): void {
    const seen = new Set<string>();
    const isKeyless = this.#form.omitsMapKeys && schema?.node === "map";
    for (const { key, value } of node.members) {
      const inner = isKeyless ? path : path === "" ? key : `${path}.${key}`;
      const field = schema?.node === "struct" ? fieldOf(schema, key) : undefined;
      if (schema?.node === "struct" && !field) {
        this.#complain("unknown", inner);
        continue;
      }
      if (seen.has(key)) this.#complain("duplicate", inner);
      seen.add(key);
      this.visit(value, field?.schema ?? (schema?.node === "map" ? schema.values : undefined), inner);
    }
  }

  #complain(what: "unknown" | "duplicate", path: string): void {
    const shown = path.length > pathCharsMax ? `${path.slice(0, pathCharsMax)}...` : path;
    const text = `${what} field ${this.#form.quote(shown)}`;
    if (this.complaints.length < complaintsMax && !this.complaints.includes(text)) this.complaints.push(text);
  }
}

/** Whether the reference reads the value as any JSON, without a type that has a decoder. */
function isUntyped({ content, type }: Schema & { readonly node: "raw" }): boolean {
  return content === "any" && type === undefined;
}
