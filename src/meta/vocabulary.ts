/**
 * Builds all identifiers that contain the product's name. A cluster uses one of two vocabularies for its whole life.
 * The vocabularies differ in names only, never in behaviour. Declarations contain tokens, which each server binds to
 * its vocabulary once.
 */
import { splitOnce } from "../base/split-once.ts";

/** A value of the flag `--vocabulary`. The vocabularies use the domains `orch.io` and `k8s.io`. */
export type VocabularyName = "orch" | "kubernetes";

/** The names of all vocabularies. */
export const vocabularyNames: readonly VocabularyName[] = ["orch", "kubernetes"];

/**
 * How an identifier contains the product's name. `{}` stands for the stem. For a stem `a/b`, `{0}` stands for `a` and
 * `{1}` for `b`.
 */
const forms = {
  /** API groups that carry the domain: `coordination`. */
  group: { orch: "{}.orch.io", kubernetes: "{}.k8s.io" },
  /** The bare domain: ``. */
  domain: { orch: "orch.io{}", kubernetes: "kubernetes.io{}" },
  /** A name below an API group: `rbac.authorization/aggregate-to-admin`. */
  groupName: { orch: "{0}.orch.io/{1}", kubernetes: "{0}.k8s.io/{1}" },
  /** Labels, annotations, taints, finalizers, signers, Secret types under the bare domain: `metadata.name`. */
  label: { orch: "orch.io/{}", kubernetes: "kubernetes.io/{}" },
  /** Labels, annotations and taints below a subdomain: `node/unreachable`. */
  subLabel: { orch: "{0}.orch.io/{1}", kubernetes: "{0}.kubernetes.io/{1}" },
  /** Annotations that the API machinery itself writes: `deprecated`, `initial-events-end`. */
  machineryLabel: { orch: "orch.io/{}", kubernetes: "k8s.io/{}" },
  /** Namespaces of the system, and parts of the control plane: `system`, `controller-manager`. */
  systemPart: { orch: "orch-{}", kubernetes: "kube-{}" },
  /** OpenAPI definitions of API types: `apps.v1.Deployment`. */
  apiDefinition: { orch: "io.orch.api.{}", kubernetes: "io.k8s.api.{}" },
  /** OpenAPI definitions of the machinery's types: `meta.v1.ObjectMeta`. */
  machineryDefinition: { orch: "io.orch.apimachinery.pkg.apis.{}", kubernetes: "io.k8s.apimachinery.pkg.apis.{}" },
  /** OpenAPI definitions of the types of CustomResourceDefinitions: `apiextensions.v1.CustomResourceDefinition`. */
  extensionsDefinition: {
    orch: "io.orch.apiextensions-apiserver.pkg.apis.{}",
    kubernetes: "io.k8s.apiextensions-apiserver.pkg.apis.{}",
  },
  /** OpenAPI definitions of the types of API aggregation: `apiregistration.v1.APIService`. */
  aggregatorDefinition: { orch: "io.orch.aggregator.pkg.apis.{}", kubernetes: "io.k8s.kube-aggregator.pkg.apis.{}" },
  /** OpenAPI extensions: `list-type`. */
  extension: { orch: "x-orch-{}", kubernetes: "x-kubernetes-{}" },
  /** Headers of responses: `pf-flowschema-uid`. */
  header: { orch: "x-orch-{}", kubernetes: "x-kubernetes-{}" },
  /** Vendor media types: `protobuf`. */
  mediaType: { orch: "application/vnd.orch.{}", kubernetes: "application/vnd.kubernetes.{}" },
  /** The product's name alone or with a suffix: `` or `.default.svc`. */
  product: { orch: "orch{}", kubernetes: "kubernetes{}" },
  /** Environment variables that parts of the API read: `SERVICE_HOST`. */
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

/** An identifier in a declaration: a string that is the same in both vocabularies, or a token. */
export type Name = string | NameToken;

const tokens = new Map<string, NameToken>();

/** Returns the shared token of a stem. Tokens are shared so that they can be compared and looked up by identity. */
function token(form: Form, stem: string): NameToken {
  const key = `${form} ${stem}`;
  let known = tokens.get(key);
  if (!known) {
    known = Object.freeze({ form, stem });
    tokens.set(key, known);
  }
  return known;
}

/** Returns the token of an API group: `coordination` becomes `coordination.k8s.io`. */
export function group(stem: string): NameToken {
  return token("group", stem);
}

/**
 * Returns the token of a name below an API group: `rbac.authorization/aggregate-to-admin` becomes
 * `rbac.authorization.k8s.io/aggregate-to-admin`.
 */
export function groupName(stem: string): NameToken {
  return token("groupName", stem);
}

/** Token of the bare domain of labels: `kubernetes.io`. It is the name of a claim in tokens. */
export const domain: NameToken = token("domain", "");

/**
 * Returns the token of a label, annotation, taint, finalizer, signer or Secret type: `metadata.name` becomes
 * `kubernetes.io/metadata.name`.
 */
export function label(stem: string): NameToken {
  return token("label", stem);
}

/**
 * Returns the token of a label, annotation or taint below a subdomain: `node/unreachable` becomes
 * `node.kubernetes.io/unreachable`.
 */
export function subLabel(stem: string): NameToken {
  return token("subLabel", stem);
}

/** Returns the token of an annotation that the API machinery writes: `deprecated` becomes `k8s.io/deprecated`. */
export function machineryLabel(stem: string): NameToken {
  return token("machineryLabel", stem);
}

/** Returns the token of a system namespace: `system` becomes `kube-system`. */
export function systemNamespace(stem: string): NameToken {
  return token("systemPart", stem);
}

/** Returns the token of the name of a control plane part: `controller-manager` becomes `kube-controller-manager`. */
export function component(stem: string): NameToken {
  return token("systemPart", stem);
}

/** Returns the token of the OpenAPI definition of an API type: `apps.v1.Deployment`. */
export function apiDefinition(stem: string): NameToken {
  return token("apiDefinition", stem);
}

/** Returns the token of the OpenAPI definition of a type of the API machinery: `meta.v1.ObjectMeta`. */
export function machineryDefinition(stem: string): NameToken {
  return token("machineryDefinition", stem);
}

/** Returns the token of the OpenAPI definition of a type of CustomResourceDefinitions. */
export function extensionsDefinition(stem: string): NameToken {
  return token("extensionsDefinition", stem);
}

/** Returns the token of the OpenAPI definition of a type of API aggregation. */
export function aggregatorDefinition(stem: string): NameToken {
  return token("aggregatorDefinition", stem);
}

/** Returns the token of a response header, in lower case: `pf-flowschema-uid` becomes `x-kubernetes-pf-flowschema-uid`. */
export function header(stem: string): NameToken {
  return token("header", stem);
}

/** Returns the token of an OpenAPI extension: `list-type` becomes `x-kubernetes-list-type`. */
export function extension(stem: string): NameToken {
  return token("extension", stem);
}

/** Returns the token of a vendor media type: `protobuf` becomes `application/vnd.kubernetes.protobuf`. */
export function vendorMediaType(stem: string): NameToken {
  return token("mediaType", stem);
}

/** Returns the token of the product's name: `kubernetes` and the suffix. */
export function product(suffix = ""): NameToken {
  return token("product", suffix);
}

/**
 * Returns the token of an environment variable that parts of the API read: `SERVICE_HOST` becomes
 * `KUBERNETES_SERVICE_HOST`.
 */
export function variable(stem: string): NameToken {
  return token("variable", stem);
}

/** Returns the token of an environment variable of the command line: `CONFIG` becomes `KUBECONFIG`. */
export function clientVariable(stem: string): NameToken {
  return token("clientVariable", stem);
}

/** Returns the token of a file of the command line below the home directory: `config` becomes `.kube/config`. */
export function homeFile(stem: string): NameToken {
  return token("homeFile", stem);
}

/** Binds tokens to their spelling in one vocabulary, and caches the spellings. */
export class Vocabulary {
  readonly name: VocabularyName;
  readonly #spellings = new Map<NameToken, string>();

  constructor(name: VocabularyName) {
    this.name = name;
  }

  /** Returns the spelling of `name` in this vocabulary. */
  bind(name: Name): string {
    if (typeof name === "string") return name;
    let text = this.#spellings.get(name);
    if (text === undefined) {
      const [head, tail = ""] = splitOnce(name.stem, "/");
      text = forms[name.form][this.name].replace("{}", name.stem).replace("{0}", head).replace("{1}", tail);
      this.#spellings.set(name, text);
    }
    return text;
  }
}

/**
 * Annotation in which `apply` clients store the last applied configuration. It belongs to these clients, so it is the
 * same in every vocabulary.
 */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/**
 * Labels and annotations with which clients mark the objects that were applied together. They are the same in every
 * vocabulary.
 */
export const applySetNames = {
  /** Label of the parent object that identifies the set. */
  id: "applyset.kubernetes.io/id",
  /** Label of the members of the set. */
  partOf: "applyset.kubernetes.io/part-of",
  /** Annotations of the parent object. */
  tooling: "applyset.kubernetes.io/tooling",
  kinds: "applyset.kubernetes.io/contains-group-kinds",
  /** Written by older clients instead of `kinds`. */
  resources: "applyset.kubernetes.io/contains-group-resources",
  namespaces: "applyset.kubernetes.io/additional-namespaces",
} as const;

/**
 * Name of the ConfigMap with the certificates that verify the server. Programs look for this name in every namespace,
 * so it is the same in every vocabulary.
 */
export const rootCaName = "kube-root-ca.crt";

/** Directory in a Pod with the credentials of its service account. It is the same in every vocabulary. */
export const serviceAccountFolder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Token of the prefix of the volume with these credentials: `kube-api-access-`. Random characters follow. */
export const accessVolumePrefix: NameToken = token("systemPart", "api-access-");

/** Tokens of the certificate signers of a cluster. The stems are the same in every vocabulary. */
export const certificateSigners = {
  /** Signs certificates of clients. */
  clients: label("kube-apiserver-client"),
  /** Signs client certificates of node agents. */
  nodeClients: label("kube-apiserver-client-kubelet"),
  /** Signs serving certificates of node agents. */
  nodeServers: label("kubelet-serving"),
  /** Signs serving certificates of API servers. */
  apiServers: label("kube-apiserver-serving"),
  /** Signs certificates for unknown purposes. */
  legacy: label("legacy-unknown"),
} as const;

/** The vocabulary of each name. */
export const vocabularies: Readonly<Record<VocabularyName, Vocabulary>> = {
  orch: new Vocabulary("orch"),
  kubernetes: new Vocabulary("kubernetes"),
};

/**
 * Returns the spellings of `name` in all vocabularies, for names that the server accepts in any of them, such as the
 * meta group and media types.
 */
export function allSpellings(name: Name): readonly string[] {
  return vocabularyNames.map((vocabulary) => vocabularies[vocabulary].bind(name));
}

/** Type of the names of an OpenAPI extension in all vocabularies. */
export type ExtensionName<Stem extends string> = `x-kubernetes-${Stem}` | `x-orch-${Stem}`;
