/** The admission plugins that the configuration enables, connected with the objects of the cluster. */
import { Admission, type AdmissionPlugin, namespaceLifecycle } from "../../admission/index.ts";
import { nodeRestriction } from "../../admission/node-restriction/index.ts";
import {
  csiDriver,
  type KindDeclaration,
  node,
  persistentVolume,
  persistentVolumeClaim,
  pod,
} from "../../api/index.ts";
import { requestedCommonName } from "../../kinds/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ObjectReader } from "../../meta/object-reader.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { parsingReaderOf, readerOf } from "../../registry/index.ts";
import type { AdmissionConfig } from "../config/admission-config.ts";
import type { EffectivePluginName } from "../config/admission-plugins.ts";
import type { ClusterRegistry } from "./cluster-registry.ts";

/** Everything that admission plugins use. */
export interface AdmissionParts {
  readonly registry: Pick<ClusterRegistry, "namespaces" | "resources">;
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
}

/** Returns the admission of a cluster. */
export function composeAdmission({ plugins }: AdmissionConfig, parts: AdmissionParts): Admission {
  const { registry, vocabulary, isEnabled } = parts;
  const objects = <T extends ApiObject>(kind: KindDeclaration<T>): ObjectReader<T> => {
    const resource = registry.resources.get(kind);
    return resource ? parsingReaderOf(resource) : noObjects;
  };
  const make: Readonly<Record<EffectivePluginName, () => AdmissionPlugin>> = {
    NamespaceLifecycle: () => namespaceLifecycle(readerOf(registry.namespaces), vocabulary),
    NodeRestriction: () =>
      nodeRestriction({
        vocabulary,
        isEnabled,
        pods: objects(pod),
        nodes: objects(node),
        claims: objects(persistentVolumeClaim),
        volumes: objects(persistentVolume),
        drivers: objects(csiDriver),
        requestedCommonName,
      }),
  };
  return new Admission(plugins.map((name) => make[name]()));
}

/** Reads objects of a kind that is not served. */
const noObjects: ObjectReader<never> = { get: () => Promise.resolve(undefined) };
