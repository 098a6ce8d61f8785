/** Converts Ingresses of `extensions/v1beta1` and `networking` v1beta1. */
import type { ChangeContext, ManifestChange } from "../change.ts";
import { isUnset, renameMember, replaceMember, type Tree, treeAt, treesAt } from "../tree.ts";

/** Converts an Ingress to v1. */
export const ingressToV1: ManifestChange = (ingress, context) => {
  const spec = treeAt(ingress, "spec");
  renameMember(spec, "backend", "defaultBackend");
  changeBackend(treeAt(spec, "defaultBackend"));
  treesAt(spec, "rules").forEach((rule, ruleIndex) => {
    treesAt(treeAt(rule, "http"), "paths").forEach((path, index) => {
      changeBackend(treeAt(path, "backend"));
      fillPathType(path, `spec.rules[${ruleIndex}].http.paths[${index}]`, context);
    });
  });
};

function fillPathType(path: Tree, where: string, context: ChangeContext): void {
  if (!isUnset(path["pathType"])) return;
  const pathType = "ImplementationSpecific";
  if (isUnset(path["backend"])) path["pathType"] = pathType;
  else replaceMember(path, "backend", { pathType, backend: path["backend"] });
  context.note(
    `${where}.pathType`,
    "is set to ImplementationSpecific; Prefix and Exact behave the same with every ingress controller",
  );
}

/** Combines `serviceName` and `servicePort` to a `service`, in the position of the name. */
function changeBackend(backend: Tree | undefined): void {
  if (!backend) return;
  const { serviceName, servicePort } = backend;
  if (isUnset(serviceName) && isUnset(servicePort)) return;
  const port = typeof servicePort === "string" ? { name: servicePort } : { number: servicePort };
  const service = {
    ...(isUnset(serviceName) ? {} : { name: serviceName }),
    ...(isUnset(servicePort) ? {} : { port }),
  };
  replaceMember(backend, "serviceName" in backend ? "serviceName" : "servicePort", { service });
  delete backend["serviceName"];
  delete backend["servicePort"];
}
