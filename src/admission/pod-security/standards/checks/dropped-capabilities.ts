import { exceptWindows, type PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { containersText } from "../violation.ts";
import { addedCapabilities, otherCapabilities } from "./added-capabilities.ts";

const addable: ReadonlySet<string> = new Set(["NET_BIND_SERVICE"]);

const requireDrop: PodCheck = ({ containers }) => {
  const bad = containers.filter(({ securityContext }) => !securityContext?.capabilities?.drop?.includes("ALL"));
  const added = otherCapabilities(containers, addable);
  if (bad.length === 0 && added === undefined) return undefined;
  const details = [
    ...(bad.length === 0 ? [] : [`${containersText(bad)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(added === undefined ? [] : [added]),
  ];
  return { reason: "unrestricted capabilities", detail: details.join("; ") };
};

/** Containers must drop all capabilities, and can only add the one for low ports. */
export const droppedCapabilities: SecurityCheck = {
  id: "capabilities_restricted",
  level: "restricted",
  includes: addedCapabilities.id,
  versions: [
    { sinceMinor: 22, check: requireDrop },
    { sinceMinor: 25, check: exceptWindows(requireDrop) },
  ],
};
