/** What the status of a Pod may not turn into. */
import type { ContainerStatus, Pod, PodSpec, PodStatus } from "../../api/index.ts";
import { duplicateField, type FieldError, forbiddenField, invalidField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { immutableField } from "../meta/immutable-field.ts";
import { repeatIndexes } from "../repeats.ts";
import { isRestartable } from "./containers.ts";
import { areDualStack } from "./ip-families.ts";

/** Conditions that the product itself sets. */
const ownConditions = ["PodScheduled", "Ready", "Initialized"];

export function podStatusUpdateErrors({ status = {} }: Pod, { status: old = {}, spec = emptySpec }: Pod): FieldError[] {
  const { restartPolicy } = spec;
  const sidecars = new Set((spec.initContainers ?? []).filter(isRestartable).map(({ name }) => name));
  return [
    ...conditionErrors(status),
    ...nominationErrors(status, old),
    ...immutableField({ path: "status.qosClass", value: status.qosClass ?? "", old: old.qosClass ?? "" }),
    ...revivalErrors({ field: "containerStatuses", now: status, before: old, restartPolicy }),
    ...revivalErrors({ field: "initContainerStatuses", now: status, before: old, restartPolicy, sidecars }),
    ...revivalErrors({ field: "ephemeralContainerStatuses", now: status, before: old, restartPolicy: "Never" }),
    ...addressErrors("podIPs", status.podIPs ?? []),
    ...hostAddressErrors(status),
  ];
}

const emptySpec: PodSpec = { containers: [] };

/** Clients know the errors under this odd path. */
function conditionErrors({ conditions = [] }: PodStatus): FieldError[] {
  return conditions.flatMap(({ type }, index) => {
    if (ownConditions.includes(type)) return [];
    const path = `metadata.conditions[${index}].Type`;
    return checkFormat("qualifiedName", type).map((message) => invalidField(path, type, message));
  });
}

function nominationErrors({ nominatedNodeName: now }: PodStatus, old: PodStatus): FieldError[] {
  if (!now || now === old.nominatedNodeName) return [];
  const messages = checkFormat("dns1123Subdomain", now);
  return messages.map((message) => invalidField("status.nominatedNodeName", now, message));
}

interface StatusChange {
  readonly field: "containerStatuses" | "initContainerStatuses" | "ephemeralContainerStatuses";
  readonly now: PodStatus;
  readonly before: PodStatus;
  readonly restartPolicy: string | undefined;
  /** Containers that are restarted whatever the policy. */
  readonly sidecars?: ReadonlySet<string>;
}

/** Containers that have ended and are not to be restarted have ended for good. */
function revivalErrors({ field, now, before, restartPolicy, sidecars }: StatusChange): FieldError[] {
  if (restartPolicy === "Always") return [];
  return (before[field] ?? []).flatMap(({ name, state }, index) => {
    if (!state?.terminated || sidecars?.has(name)) return [];
    if (state.terminated.exitCode !== 0 && restartPolicy === "OnFailure") return [];
    const revived = (now[field] ?? []).filter((one) => one.name === name && !isTerminated(one));
    const why = "may not be transitioned to non-terminated state";
    return revived.map(() => forbiddenField(`status.${field}[${index}].state`, why));
  });
}

function isTerminated({ state }: ContainerStatus): boolean {
  return state?.terminated !== undefined;
}

const addressesMax = 2;

interface Address {
  readonly ip: string;
}

function addressErrors(field: "podIPs" | "hostIPs", addresses: readonly Address[]): FieldError[] {
  const path = `status.${field}`;
  const type = field === "podIPs" ? "core.PodIP" : "core.HostIP";
  const goAddress = ({ ip }: Address): string => `${type}{IP:${goQuote(ip)}}`;
  const texts = addresses.map(({ ip }) => ip);
  const errors = texts.flatMap((ip, index) =>
    checkFormat("ip", ip).map((message) => invalidField(`${path}[${index}]`, ip, message)),
  );
  if (texts.length > 1 && (!areDualStack(texts) || texts.length > addressesMax)) {
    const shown = new GoText(`[]${type}{${addresses.map(goAddress).join(", ")}}`);
    errors.push(invalidField(path, shown, "may specify no more than one IP for each IP family"));
  }
  for (const index of repeatIndexes(texts)) {
    errors.push(duplicateField(`${path}[${index}]`, new GoText(goAddress({ ip: texts[index] ?? "" }))));
  }
  return errors;
}

function hostAddressErrors({ hostIP = "", hostIPs = [] }: PodStatus): FieldError[] {
  const first = hostIPs[0]?.ip;
  if (first === undefined) return [];
  const mismatch = first === hostIP ? [] : [invalidField("status.hostIPs[0].ip", first, "must be equal to `hostIP`")];
  return [...mismatch, ...addressErrors("hostIPs", hostIPs)];
}
