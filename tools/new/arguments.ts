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

/** A command to create. It connects to a server. */
export interface CommandRequest {
  readonly type: "command";
  /** In kebab-case. */
  readonly name: string;
  /** Text for the list of commands, such as `count objects`. */
  readonly summary: string;
}

/** A filter to create. */
export interface FilterRequest {
  readonly type: "filter";
  /** In kebab-case. */
  readonly name: string;
}

/** A request for a generator. */
export type GeneratorRequest = KindRequest | ControllerRequest | CommandRequest | FilterRequest;

/** Meaning of a command line. */
export type ParsedArguments =
  | GeneratorRequest
  | { readonly type: "help" }
  | { readonly type: "rejected"; readonly problems: readonly string[] };

/** The text of `--help`. */
export const usage = `Usage: npm run new -- kind --group=GROUP --version=VERSION --kind=KIND --plural=PLURAL [--namespaced]
       npm run new -- controller --name=NAME --kind=KIND
       npm run new -- command --name=NAME --summary=TEXT
       npm run new -- filter --name=NAME

kind         writes the declaration, the hooks and the test data of a kind. It works at once; you fill in its fields.
  --group=GROUP      folder of an existing group in src/api, such as node, or a new group without dots. A server
                     adds the domain of its vocabulary: it serves shop as shop.orch.io by default, and as shop.k8s.io with
                     --vocabulary=kubernetes, as tests do.
  --version=VERSION  such as v1 or v1beta1. Alpha and beta versions are not served by default.
  --kind=KIND        in CamelCase, such as Parcel
  --plural=PLURAL    in lower case, such as parcels
  --namespaced       the objects are in namespaces; without it the kind is cluster-scoped

controller   writes a controller that reconciles the objects of a kind, with a pure decide() and its test
  --name=NAME        in kebab-case, such as parcel-tracking
  --kind=KIND        built-in kind whose objects it reconciles, such as ConfigMap

command      writes a command of orch that connects to a server, with its test
  --name=NAME        in kebab-case, such as count
  --summary=TEXT     one line for the list of commands, such as "count objects"

filter       writes a filter of the API server that runs after authorization, with its test
  --name=NAME        in kebab-case, such as reject-trace

docs/how-to-add.md says what to do next.`;

const kebabPattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const kindPattern = /^[A-Z][A-Za-z0-9]*$/;

const patterns = {
  kind: {
    group: /^[a-z][a-z0-9]*$/,
    version: /^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/,
    kind: kindPattern,
    plural: /^[a-z][a-z0-9]*$/,
  },
  controller: { name: kebabPattern, kind: kindPattern },
  // The list of commands has 20 columns for names and 58 for summaries. A summary is copied into texts of the sources.
  command: { name: /^(?=.{1,18}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/, summary: /^[a-z][a-z0-9 ,()-]{2,57}$/ },
  filter: { name: kebabPattern },
} as const satisfies Readonly<Record<GeneratorRequest["type"], Readonly<Record<string, RegExp>>>>;

type OptionValues = ReadonlyMap<string, string | true>;

/** Reads the arguments. A rejection has every problem, and names unknown options. */
export function readRequest(args: readonly string[]): ParsedArguments {
  const { positionals, values } = parseOptions(args);
  if (values.has("help") || values.has("h")) return { type: "help" };
  const [type, ...unexpected] = positionals;
  if (!isGenerator(type)) {
    const problem = type === undefined ? "name what to create" : `"${type}" cannot be created`;
    return { type: "rejected", problems: [`${problem}: use ${Object.keys(patterns).join(", ")}`] };
  }
  const problems = [...unexpected.map((one) => `unexpected argument "${one}"`), ...optionProblems(type, values)];
  return problems.length > 0 ? { type: "rejected", problems } : requestOf(type, values);
}

function parseOptions(args: readonly string[]): {
  readonly positionals: readonly string[];
  readonly values: OptionValues;
} {
  const names = new Set(Object.values(patterns).flatMap((one) => Object.keys(one)));
  const options = {
    ...Object.fromEntries([...names].map((name) => [name, { type: "string" as const }])),
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
  const values = new Map<string, string | true>();
  for (const token of tokens) if (token.kind === "option") values.set(token.name, token.value ?? true);
  return { positionals, values };
}

function isGenerator(type: string | undefined): type is GeneratorRequest["type"] {
  return type !== undefined && Object.hasOwn(patterns, type);
}

function requestOf(type: GeneratorRequest["type"], values: OptionValues): GeneratorRequest {
  const text = (name: string): string => String(values.get(name));
  if (type === "controller") return { type, name: text("name"), kind: text("kind") };
  if (type === "command") return { type, name: text("name"), summary: text("summary") };
  if (type === "filter") return { type, name: text("name") };
  const [group, version, kind, plural] = [text("group"), text("version"), text("kind"), text("plural")];
  return { type, group, version, kind, plural, isNamespaced: values.has("namespaced") };
}

function optionProblems(type: GeneratorRequest["type"], values: OptionValues): readonly string[] {
  const required = Object.entries<RegExp>(patterns[type]);
  const flags = type === "kind" ? ["namespaced"] : [];
  const known = new Set([...required.map(([name]) => name), ...flags]);
  return [
    ...[...values.keys()].filter((name) => !known.has(name)).map((name) => `unknown option --${name} of ${type}`),
    ...flags.filter((name) => typeof values.get(name) === "string").map((name) => `--${name} takes no value`),
    ...required.flatMap(([name, pattern]) => {
      const value = values.get(name);
      if (value === undefined) return [`--${name} is missing`];
      if (value !== true && pattern.test(value)) return [];
      return [`--${name} must match ${pattern.source}, not "${value === true ? "" : value}"`];
    }),
  ];
}
