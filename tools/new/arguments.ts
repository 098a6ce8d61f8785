/** Arguments of `npm run new`. */
import { parseArgs } from "node:util";

/** A kind to create. */
export interface KindRequest {
  readonly type: "kind";
  /** Folder of the group, such as `shop`. A new group gets the domain of the vocabulary: `shop.orch.io`. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** A controller to create. */
export interface ControllerRequest {
  readonly type: "controller";
  /** In kebab-case, without `-controller`. */
  readonly name: string;
  /** Kind whose objects it reconciles. */
  readonly kind: string;
}

/** Meaning of a command line. */
export type Request =
  | KindRequest
  | ControllerRequest
  | { readonly type: "help" }
  | { readonly type: "rejected"; readonly problems: readonly string[] };

/** The text of `--help`. */
export const usage = `Usage: npm run new -- kind --group=GROUP --version=VERSION --kind=KIND --plural=PLURAL [--namespaced]
       npm run new -- controller --name=NAME --kind=KIND

kind         writes the declaration, the hooks and the test data of a kind. It works at once; you fill in its fields.
  --group=GROUP      folder of an existing group in src/api, such as node, or a new group without dots. A new group gets
                     the domain of the vocabulary: shop becomes shop.orch.io.
  --version=VERSION  such as v1 or v1beta1. Alpha and beta versions are not served by default.
  --kind=KIND        in CamelCase, such as Parcel
  --plural=PLURAL    in lower case, such as parcels
  --namespaced       the objects are in namespaces; without it the kind is cluster-scoped

controller   writes a controller that reconciles the objects of a kind, with a pure decide() and its test
  --name=NAME        in kebab-case, such as parcel-tracking
  --kind=KIND        built-in kind whose objects it reconciles, such as ConfigMap

docs/how-to-add.md says what to do next.`;

const rules = {
  kind: {
    group: /^[a-z][a-z0-9]*$/,
    version: /^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/,
    kind: /^[A-Z][A-Za-z0-9]*$/,
    plural: /^[a-z][a-z0-9]*$/,
  },
  controller: { name: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, kind: /^[A-Z][A-Za-z0-9]*$/ },
} as const;

/** Reads the arguments. A rejection has every problem, and names unknown options. */
export function readRequest(args: readonly string[]): Request {
  const options = {
    ...Object.fromEntries(
      ["group", "version", "kind", "plural", "name"].map((name) => [name, { type: "string" as const }]),
    ),
    namespaced: { type: "boolean" as const },
    help: { type: "boolean" as const, short: "h" },
  };
  const { positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string | true>();
  for (const token of tokens) if (token.kind === "option") given.set(token.name, token.value ?? true);
  if (given.has("help") || given.has("h")) return { type: "help" };
  const [type, ...others] = positionals;
  if (type !== "kind" && type !== "controller") {
    const shown = type === undefined ? "name what to create" : `"${type}" cannot be created`;
    return { type: "rejected", problems: [`${shown}: use kind or controller`] };
  }
  const problems = [...others.map((one) => `unexpected argument "${one}"`), ...optionProblems(type, given)];
  if (problems.length > 0) return { type: "rejected", problems };
  const text = (name: string): string => String(given.get(name));
  if (type === "controller") return { type, name: text("name"), kind: text("kind") };
  const [group, version, kind, plural] = [text("group"), text("version"), text("kind"), text("plural")];
  return { type, group, version, kind, plural, isNamespaced: given.has("namespaced") };
}

function optionProblems(type: "kind" | "controller", given: ReadonlyMap<string, string | true>): readonly string[] {
  const patterns = Object.entries(rules[type]);
  const flags = type === "kind" ? ["namespaced"] : [];
  const known = new Set([...patterns.map(([name]) => name), ...flags]);
  return [
    ...[...given.keys()].filter((name) => !known.has(name)).map((name) => `unknown option --${name} of ${type}`),
    ...flags.filter((name) => typeof given.get(name) === "string").map((name) => `--${name} takes no value`),
    ...patterns.flatMap(([name, pattern]) => {
      const value = given.get(name);
      if (value === undefined) return [`--${name} is missing`];
      if (value !== true && pattern.test(value)) return [];
      return [`--${name} must match ${pattern.source}, not "${value === true ? "" : value}"`];
    }),
  ];
}
