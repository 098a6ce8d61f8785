import { type ConfigMap, configMap } from "../../api/index.ts";
import { equalJson } from "../../base/json-tree.ts";
import { label, rootCaName, type Vocabulary } from "../../meta/vocabulary.ts";
import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { type NamespaceObject, runNamespaceObjectController } from "./namespace-object-controller.ts";

const name = rootCaName;
const key = "ca.crt";
const description =
  "Certificates that vouch for the API server where it is reached from inside the cluster. Nothing else is promised of them.";

/**
 * Returns the controller that publishes the CA certificate in every namespace. @param rootCa CA certificates of the API
 * server in PEM
 */
export function rootCaController(rootCa: string): ControllerSpec {
  return {
    ...controllerNames.rootCa,
    workers: 1,
    run: (context, signal) =>
      runNamespaceObjectController(rootCaConfigMap(rootCa, context.vocabulary), context, signal),
  };
}

function rootCaConfigMap(rootCa: string, vocabulary: Vocabulary): NamespaceObject<ConfigMap> {
  const data = { [key]: rootCa };
  const annotations = { [vocabulary.bind(label("description"))]: description };
  return {
    declaration: configMap,
    name,
    queueName: "root_ca_cert_publisher",
    object: { metadata: { name, annotations }, data },
    repair: (object) => {
      const { metadata } = object;
      const present = metadata.annotations ?? {};
      const isDescribed = Object.entries(annotations).every(([one, value]) => present[one] === value);
      if (isDescribed && equalJson(object.data, data)) return undefined;
      return { ...object, metadata: { ...metadata, annotations: { ...present, ...annotations } }, data };
    },
  };
}
