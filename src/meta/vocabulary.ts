/**
 * The one module that builds identifiers carrying the product's name. A cluster speaks one of two vocabularies for its
 * whole life; they differ in names only, never in behaviour. Declarations hold tokens, which a server binds once.
 */
export type VocabularyName = "orch" | "kubernetes";

export const vocabularyNames: readonly VocabularyName[] = ["orch", "kubernetes"];

/**
 * How an identifier carries the name. `{}` is the stem; of a stem `a/b`, `{0}` is `a` and `{1}` is `b`.
 */
const forms = {
  /** API groups that carry the domain: `coordination`. */
  group: { orch: "{}.orch.io", kubernetes: "{}.k8s.io" },
  /** A name below an API group: `rbac.authorization/aggregate-to-admin`. */
  groupName: { orch: "{0}.orch.io/{1}", kubernetes: "{0}.k8s.io/{1}" },
  /** Labels, annotations, taints, finalizers, signers, Secret types under the bare domain: `metadata.name`. */
  label: { orch: "orch.io/{}", kubernetes: "kubernetes.io/{}" },
  /** The same under a sub-domain: `node/unreachable`. */
  subLabel: { orch: "{0}.orch.io/{1}", kubernetes: "{0}.kubernetes.io/{1}" },
  /** Annotations that the API machinery itself writes: `deprecated`, `initial-events-end`. */
  machineryLabel: { orch: "orch.io/{}", kubernetes: "k8s.io/{}" },
  /** Namespaces of the system, and parts of the control plane: `system`, `controller-manager`. */
  systemPart: { orch: "orch-{}", kubernetes: "kube-{}" },
  /** OpenAPI definitions of API types: `apps.v1.Deployment`. */
  apiDefinition: { orch: "io.orch.api.{}", kubernetes: "io.k8s.api.{}" },
  /** OpenAPI definitions of the machinery's types: `meta.v1.ObjectMeta`. */
  machineryDefinition: { orch: "io.orch.apimachinery.pkg.apis.{}", kubernetes: "io.k8s.apimachinery.pkg.apis.{}" },
  /** OpenAPI definitions of custom types' own types: `apiextensions.v1.CustomResourceDefinition`. */
  extensionsDefinition: {
    orch: "io.orch.apiextensions-apiserver.pkg.apis.{}",
    kubernetes: "io.k8s.apiextensions-apiserver.pkg.apis.{}",
  },
  /** OpenAPI definitions of the types of aggregation: `apiregistration.v1.APIService`. */
  aggregatorDefinition: { orch: "io.orch.aggregator.pkg.apis.{}", kubernetes: "io.k8s.kube-aggregator.pkg.apis.{}" },
  /** OpenAPI extensions: `list-type`. */
  extension: { orch: "x-orch-{}", kubernetes: "x-kubernetes-{}" },
  /** Vendor media types: `protobuf`. */
  mediaType: { orch: "application/vnd.orch.{}", kubernetes: "application/vnd.kubernetes.{}" },
  /** The product's name alone, with what follows it: `` or `.default.svc`. */
  product: { orch: "orch{}", kubernetes: "kubernetes{}" },
  /** Environment variables of the API's parts: `SERVICE_HOST`. */
  variable: { orch: "ORCH_{}", kubernetes: "KUBERNETES_{}" },
  /** Environment variables of the command line: `CONFIG`. */
  clientVariable: { orch: "ORCH{}", kubernetes: "KUBE{}" },
  /** Files of the command line in the home directory: `config`. */
  homeFile: { orch: ".orch/{}", kubernetes: ".kube/{}" },
} as const;

type Form = keyof typeof forms;

/** An identifier whose spelling depends on the vocabulary. */
export interface NameToken {
  readonly form: Form;
  readonly stem: string;
}

/** An identifier in a declaration: the same in both vocabularies, or a token. */
export type Name = string | NameToken;

const tokens = new Map<string, NameToken>();

/** Tokens are shared, so that they can be compared and looked up by identity. */
function token(form: Form, stem: string): NameToken {
  const key = `${form} ${stem}`;
  let known = tokens.get(key);
  if (!known) {
    known = Object.freeze({ form, stem });
    tokens.set(key, known);
  }
  return known;
}

export function group(stem: string): NameToken {
  return token("group", stem);
}

export function groupName(stem: string): NameToken {
  return token("groupName", stem);
}

export function label(stem: string): NameToken {
  return token("label", stem);
}

export function subLabel(stem: string): NameToken {
  return token("subLabel", stem);
}

export function machineryLabel(stem: string): NameToken {
  return token("machineryLabel", stem);
}

export function systemNamespace(stem: string): NameToken {
  return token("systemPart", stem);
}

/** A part of the control plane, as it names itself to the server: `controller-manager`. */
export function component(stem: string): NameToken {
  return token("systemPart", stem);
}

export function apiDefinition(stem: string): NameToken {
  return token("apiDefinition", stem);
}

export function machineryDefinition(stem: string): NameToken {
  return token("machineryDefinition", stem);
}

export function extensionsDefinition(stem: string): NameToken {
  return token("extensionsDefinition", stem);
}

export function aggregatorDefinition(stem: string): NameToken {
  return token("aggregatorDefinition", stem);
}

export function extension(stem: string): NameToken {
  return token("extension", stem);
}

export function vendorMediaType(stem: string): NameToken {
  return token("mediaType", stem);
}

export function product(suffix = ""): NameToken {
  return token("product", suffix);
}

export function variable(stem: string): NameToken {
  return token("variable", stem);
}

export function clientVariable(stem: string): NameToken {
  return token("clientVariable", stem);
}

export function homeFile(stem: string): NameToken {
  return token("homeFile", stem);
}

/** Spells tokens; made once per server. */
export class Vocabulary {
  readonly name: VocabularyName;
  readonly #bound = new Map<NameToken, string>();

  constructor(name: VocabularyName) {
    this.name = name;
  }

  /** The spelling of `name` in this vocabulary. */
  bind(name: Name): string {
    if (typeof name === "string") return name;
    let text = this.#bound.get(name);
    if (text === undefined) {
      const [head, tail] = splitOnce(name.stem);
      text = forms[name.form][this.name].replace("{}", name.stem).replace("{0}", head).replace("{1}", tail);
      this.#bound.set(name, text);
    }
    return text;
  }
}

/** What a client keeps that applies by itself; it is spelled so in every vocabulary, for it is the client's. */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** Labels and annotations by which clients of all sorts know what was applied together; spelled so in every vocabulary. */
export const applySetNames = {
  /** Label of the object that keeps the set. */
  id: "applyset.kubernetes.io/id",
  /** Label of its members. */
  partOf: "applyset.kubernetes.io/part-of",
  /** Annotations of the object that keeps the set. */
  tooling: "applyset.kubernetes.io/tooling",
  kinds: "applyset.kubernetes.io/contains-group-kinds",
  /** In the place of `kinds`, of older clients. */
  resources: "applyset.kubernetes.io/contains-group-resources",
  namespaces: "applyset.kubernetes.io/additional-namespaces",
} as const;

/** The ConfigMap with what vouches for the server, in every namespace and vocabulary: programs look for it. */
export const rootCaName = "kube-root-ca.crt";

/** Where a Pod finds the credentials of its service account; a mount path is spelled so in every vocabulary. */
export const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

export const vocabularies: Readonly<Record<VocabularyName, Vocabulary>> = {
  orch: new Vocabulary("orch"),
  kubernetes: new Vocabulary("kubernetes"),
};

/** Spellings of `name` in every vocabulary, for what is understood leniently (meta group, media types). */
export function allSpellings(name: Name): readonly string[] {
  return vocabularyNames.map((vocabulary) => vocabularies[vocabulary].bind(name));
}

function splitOnce(stem: string): [string, string] {
  const slash = stem.indexOf("/");
  return slash < 0 ? [stem, ""] : [stem.slice(0, slash), stem.slice(slash + 1)];
}

/** The names of an extension of OpenAPI in all vocabularies, as a type. */
export type ExtensionName<Stem extends string> = `x-kubernetes-${Stem}` | `x-orch-${Stem}`;
