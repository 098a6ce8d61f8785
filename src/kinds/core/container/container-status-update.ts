/** Rules of container statuses, and of their changes. */
import type {
  Container,
  ContainerStatus,
  ContainerUser,
  PodSpec,
  PodStatus,
  ResourceStatus,
} from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import {
  duplicateField,
  type FieldError,
  forbiddenField,
  invalidField,
  notSupportedField,
} from "../../../meta/field-error.ts";
import { GoText } from "../../../meta/go-quote.ts";
import { repeatIndexes } from "../../repeats.ts";
import { collect, reportFormat } from "../../reporting.ts";
import { isRestartable, mainContainers } from "./containers.ts";

/** The lists of container statuses, in the order of validation. */
const stateLists = ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"] as const;

/** Returns an error for each terminated container that the new status reports as not terminated. */
export function revivalErrors(
  now: PodStatus,
  before: DeepReadonly<PodStatus>,
  { restartPolicy, initContainers }: DeepReadonly<PodSpec>,
): FieldError[] {
  const sidecars = new Set((initContainers ?? []).filter(isRestartable).map(({ name }) => name));
  return [
    ...revivedIn({ field: "containerStatuses", now, before, restartPolicy }),
    ...revivedIn({ field: "initContainerStatuses", now, before, restartPolicy, sidecars }),
    ...revivedIn({ field: "ephemeralContainerStatuses", now, before, restartPolicy: "Never" }),
  ];
}

interface StatusChange {
  readonly field: (typeof stateLists)[number];
  readonly now: PodStatus;
  readonly before: DeepReadonly<PodStatus>;
  readonly restartPolicy: string | undefined;
  /** Names of restartable init containers, which restart with any restart policy of the Pod. */
  readonly sidecars?: ReadonlySet<string>;
}

/** A terminated container must stay terminated if the restart policy does not restart it. */
function revivedIn({ field, now, before, restartPolicy, sidecars }: StatusChange): FieldError[] {
  if (restartPolicy === "Always") return [];
  return (before[field] ?? []).flatMap(({ name, state }, index) => {
    if (!state?.terminated || sidecars?.has(name)) return [];
    if (state.terminated.exitCode !== 0 && restartPolicy === "OnFailure") return [];
    const revived = (now[field] ?? []).filter((one) => one.name === name && !isTerminated(one));
    const why = "may not be transitioned to non-terminated state";
    return revived.map(() => forbiddenField(`status.${field}[${index}].state`, why));
  });
}

function isTerminated({ state }: DeepReadonly<ContainerStatus>): boolean {
  return state?.terminated !== undefined;
}

/** Returns the errors of the users in container statuses. The reference leaves `user` out of the paths. */
export function userErrors(status: PodStatus, { os }: DeepReadonly<PodSpec>): FieldError[] {
  return stateLists.flatMap((field) =>
    (status[field] ?? []).flatMap(({ user }, index) => {
      if (!user?.linux) return [];
      const path = `status.${field}[${index}].linux`;
      if (os?.name === "windows") return [forbiddenField(path, "cannot be set for a windows pod")];
      return linuxUserErrors(user.linux, path);
    }),
  );
}

function linuxUserErrors(
  { uid, gid, supplementalGroups = [] }: NonNullable<ContainerUser["linux"]>,
  path: string,
): FieldError[] {
  return collect((context) => {
    reportFormat(context, "uid", "userID", uid);
    reportFormat(context, "gid", "groupID", gid);
    supplementalGroups.forEach((id, index) => reportFormat(context, `supplementalGroups[${index}]`, "groupID", id));
  }, path);
}

/** Returns the errors of the resource health in container statuses. Ephemeral containers have no resources. */
export function healthErrors(status: PodStatus, spec: DeepReadonly<PodSpec>): FieldError[] {
  return [
    ...healthIn("containerStatuses", status, mainContainers(spec)),
    ...healthIn("initContainerStatuses", status, spec.initContainers ?? []),
    ...(status.ephemeralContainerStatuses ?? []).flatMap(({ allocatedResourcesStatus = [] }, index) => {
      if (allocatedResourcesStatus.length === 0) return [];
      const path = `status.ephemeralContainerStatuses[${index}].allocatedResourcesStatus`;
      return [forbiddenField(path, "must not be specified in container status")];
    }),
  ];
}

/** Returns the errors of one list. The resource names of a status without a container in the spec are not checked. */
function healthIn(
  field: (typeof stateLists)[number],
  status: PodStatus,
  containers: readonly DeepReadonly<Container>[],
): FieldError[] {
  return (status[field] ?? []).flatMap(({ name, allocatedResourcesStatus = [] }, index) => {
    const container = containers.find((one) => one.name === name);
    return allocatedResourcesStatus.flatMap((one, place) => {
      const path = `status.${field}[${index}].allocatedResourcesStatus[${place}]`;
      return [...(container ? resourceNameErrors(one, container, path) : []), ...deviceErrors(one, path)];
    });
  });
}

function resourceNameErrors(
  { name }: ResourceStatus,
  { resources }: DeepReadonly<Container>,
  path: string,
): FieldError[] {
  const reject = (why: string): FieldError[] => [invalidField(`${path}.name`, new GoText(name), why)];
  if (!name.startsWith("claim:")) {
    if (Object.hasOwn(resources?.requests ?? {}, name)) return [];
    return reject("must match one of the container's resource requests");
  }
  const claims = (resources?.claims ?? []).map(
    ({ name: claim, request }) => `claim:${[claim, request].filter(Boolean).join("/")}`,
  );
  if (claims.includes(name)) return [];
  return reject(
    "must match one of the container's resource claims in a format 'claim:<claimName>/<request>' or " +
      "'claim:<claimName>' if request is empty",
  );
}

const healthStates = ["Healthy", "Unhealthy", "Unknown"];

function deviceErrors({ resources = [] }: ResourceStatus, path: string): FieldError[] {
  const repeats = repeatIndexes(resources.map(({ resourceID }) => resourceID));
  return resources.flatMap(({ resourceID, health = "" }, index) => {
    const device = `${path}.resources[${index}]`;
    return [
      ...(healthStates.includes(health) ? [] : [notSupportedField(`${device}.health`, health, healthStates)]),
      ...(repeats.has(index) ? [duplicateField(`${device}.resourceID`, resourceID)] : []),
    ];
  });
}
