/** Rules of containers that apply in each of the three lists. Rules of single lists belong to the Pod's spec. */
import { type Container, container } from "../../../api/core/v1/container.ts";
import { type ContainerPort, containerPort } from "../../../api/core/v1/container-port.ts";
import { type EphemeralContainer, ephemeralContainer } from "../../../api/core/v1/ephemeral-container.ts";
import { duplicateField, requiredField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportFormat } from "../../reporting.ts";
import { isRestartable } from "./containers.ts";
import { pullPolicyOf } from "./image-reference.ts";

/** Rules of containers and their ports. */
export const containerRules: readonly RuleEntry[] = [
  rulesFor(container, {
    defaults: fillPullPolicy,
    validate: reportContainer,
    skipped: (one, context) => (isPlainInitContainer(one, context.path()) ? onlyOfLasting : []),
  }),
  rulesFor(ephemeralContainer, {
    defaults: fillPullPolicy,
    validate: reportContainer,
    skipped: () => onlyOfLasting,
  }),
  rulesFor(containerPort, { validate: reportPort }),
];

/**
 * Fields that are forbidden as a whole in an ephemeral container and in an init container that is not restartable.
 * Their contents are not validated.
 */
const onlyOfLasting = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"];

function isPlainInitContainer(one: Container, path: string): boolean {
  return !isRestartable(one) && /(^|\.)initContainers\[\d+\]$/.test(path);
}

function fillPullPolicy(one: Container | EphemeralContainer): void {
  one.imagePullPolicy ??= pullPolicyOf(one.image ?? "");
}

function reportContainer(one: Container | EphemeralContainer, context: ValidationContext): void {
  reportPortNames(one.ports ?? [], context);
}

function reportPortNames(ports: readonly ContainerPort[], context: ValidationContext): void {
  const isName = (name: string): boolean => name !== "" && checkFormat("portName", name).length === 0;
  const names = ports.map(({ name = "" }) => (isName(name) ? name : undefined));
  for (const index of repeatIndexes(names)) {
    context.report(duplicateField(at(context, `ports[${index}].name`), names[index] ?? ""));
  }
}

function reportPort({ containerPort: port, hostPort = 0 }: ContainerPort, context: ValidationContext): void {
  if (port === 0) context.report(requiredField(at(context, "containerPort")));
  else reportFormat(context, "containerPort", "portNumber", port);
  if (hostPort !== 0) reportFormat(context, "hostPort", "portNumber", hostPort);
}
