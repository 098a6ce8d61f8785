import { describe } from "vitest";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);
const spec = { containers: [{ name: "app", image: "app:1" }] };
const pods = new Refusals(server, "/api/v1/namespaces/default/pods", { spec });
const templates = new Refusals(server, "/api/v1/namespaces/default/podtemplates", { template: { spec } });

const mirror = "kubernetes.io/config.mirror";
const tolerations = "scheduler.alpha.kubernetes.io/tolerations";
const cost = "controller.kubernetes.io/pod-deletion-cost";
const seccomp = "seccomp.security.alpha.kubernetes.io/pod";
const containerSeccomp = "container.seccomp.security.alpha.kubernetes.io/app";
const appArmor = "container.apparmor.security.beta.kubernetes.io/";

function annotated(key: string, value: string, podSpec: object = {}): Change {
  return (pod) => {
    pod.metadata.annotations = { [key]: value };
    Object.assign(pod.spec, podSpec);
  };
}

describe("annotations of a Pod", () => {
  pods.create("[PodAnnotations#1] a mirror Pod without a nodeName is rejected", annotated(mirror, "abc"), [
    `metadata.annotations[${mirror}]: Invalid value: "abc": must set spec.nodeName if mirror pod annotation is set`,
  ]);

  pods.create("[PodAnnotations#2] a tolerations annotation that is no JSON is rejected", annotated(tolerations, "[x"), [
    `metadata.annotations: Invalid value: "${tolerations}": invalid character 'x' looking for beginning of value`,
  ]);
  pods.create("a tolerations annotation that is no list is rejected", annotated(tolerations, "{}"), [
    `metadata.annotations: Invalid value: "${tolerations}": json: cannot unmarshal object into Go value of type []core.Toleration`,
  ]);
  pods.create(
    "a tolerations annotation with an invalid toleration is rejected",
    annotated(tolerations, '[{"Key": "gpu", "operator": "Like"}]'),
    [`metadata.annotations.${tolerations}[0].operator: Unsupported value: "Like": supported values: "Equal", "Exists"`],
  );

  pods.create("[PodAnnotations#3] a pod-deletion-cost with a plus sign is rejected", annotated(cost, "+1"), [
    `metadata.annotations[${cost}]: Invalid value: "+1": must be a 32bit integer`,
  ]);
  pods.accepts("a negative pod-deletion-cost is accepted", annotated(cost, "-2147483648"));

  pods.create(
    "[PodAnnotations#4] a seccomp annotation with an unknown profile is rejected",
    annotated(seccomp, "mine"),
    [`metadata.annotations.${seccomp}: Invalid value: "mine": must be a valid seccomp profile`],
  );
  pods.create("a seccomp annotation with an absolute path is rejected", annotated(seccomp, "localhost//etc"), [
    `metadata.annotations.${seccomp}: Invalid value: "/etc": must be a relative path`,
  ]);
  pods.create(
    "[PodAnnotations#5] a seccomp annotation of a container with an unknown profile is rejected",
    annotated(containerSeccomp, "mine"),
    [`metadata.annotations.${containerSeccomp}: Invalid value: "mine": must be a valid seccomp profile`],
  );

  pods.create(
    "[PodAnnotations#6] an AppArmor annotation of an unknown container is rejected",
    annotated(`${appArmor}other`, "unconfined"),
    [`metadata.annotations[${appArmor}other]: Invalid value: "other": container not found`],
  );
  pods.create(
    "[PodAnnotations#7] an AppArmor annotation with an unknown profile is rejected",
    annotated(`${appArmor}app`, "mine"),
    [`metadata.annotations[${appArmor}app]: Invalid value: "mine": invalid AppArmor profile name: "mine"`],
  );

  pods.update("an update of a Pod reports an invalid annotation twice", {
    change: annotated(seccomp, "mine"),
    causes: [
      `metadata.annotations.${seccomp}: Invalid value: "mine": must be a valid seccomp profile`,
      `metadata.annotations.${seccomp}: Invalid value: "mine": must be a valid seccomp profile`,
    ],
  });
});

describe("profiles in annotations and in fields", () => {
  const ofPod = (securityContext: object): object => ({ securityContext });
  const ofContainer = (securityContext: object): object => ({
    containers: [{ name: "app", image: "app:1", securityContext }],
  });
  const localhost = (localhostProfile: string): object => ({ type: "Localhost", localhostProfile });

  pods.create(
    "[AnnotationFieldMatch#1] a seccomp annotation and field of different types are rejected",
    annotated(seccomp, "unconfined", ofPod({ seccompProfile: { type: "RuntimeDefault" } })),
    ["spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match"],
  );
  pods.create(
    "[AnnotationFieldMatch#2] a seccomp annotation and field with different files are rejected",
    annotated(seccomp, "localhost/a", ofPod({ seccompProfile: localhost("b") })),
    [
      "spec.securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match",
    ],
  );
  pods.create(
    "[AnnotationFieldMatch#3] a seccomp annotation and field of different types are rejected for a container",
    annotated(containerSeccomp, "runtime/default", ofContainer({ seccompProfile: localhost("b") })),
    [
      "spec.containers[0].securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match",
    ],
  );
  pods.create(
    "[AnnotationFieldMatch#4] a seccomp annotation and field with different files are rejected for a container",
    annotated(containerSeccomp, "localhost/a", ofContainer({ seccompProfile: localhost("b") })),
    [
      "spec.containers[0].securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match",
    ],
  );
  pods.create(
    "[AnnotationFieldMatch#5] an AppArmor annotation and field of different types are rejected",
    annotated(`${appArmor}app`, "runtime/default", ofContainer({ appArmorProfile: { type: "Unconfined" } })),
    [
      "spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match",
    ],
  );
  pods.create(
    "[AnnotationFieldMatch#6] an AppArmor annotation and field with different profiles are rejected",
    annotated(`${appArmor}app`, "localhost/a", ofContainer({ appArmorProfile: localhost("b") })),
    [
      "spec.containers[0].securityContext.appArmorProfile.localhostProfile: Forbidden: apparmor profile in annotation and field must match",
    ],
  );
  pods.accepts(
    "the seccomp annotation docker/default is accepted with the field type RuntimeDefault",
    annotated(seccomp, "docker/default", ofPod({ seccompProfile: { type: "RuntimeDefault" } })),
  );
});

describe("a template of Pods", () => {
  templates.create(
    "[PodTemplateSpec#1] a PodTemplate with ephemeral containers is rejected",
    ({ template }) => {
      template.spec.ephemeralContainers = [
        { name: "debug", image: "busybox:1", terminationMessagePolicy: "File", imagePullPolicy: "Always" },
      ];
    },
    ["template.spec.ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template"],
  );
  templates.create(
    "a PodTemplate with an invalid annotation in its template is rejected",
    ({ template }) => {
      template.metadata = { annotations: { [cost]: "a" } };
    },
    [`template.annotations[${cost}]: Invalid value: "a": must be a 32bit integer`],
  );
});
