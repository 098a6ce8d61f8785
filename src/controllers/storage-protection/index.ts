/** Controllers that keep claims while Pods use them, and volumes while they are bound. */
import { persistentVolume } from "../../api/core/v1/persistent-volume.ts";
import { persistentVolumeClaim } from "../../api/core/v1/persistent-volume-claim.ts";
import { pod } from "../../api/core/v1/pod.ts";
import { label } from "../../meta/vocabulary.ts";
import type { ControllerSpec } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { runProtection } from "./protection.ts";
import { usesClaim } from "./uses-claim.ts";

/** Keeps a claim that is being deleted while Pods on nodes use it. */
export const claimProtection: ControllerSpec = {
  ...controllerNames.claimProtection,
  workers: 1,
  run: async (context, signal) => {
    const { client } = context;
    await runProtection(
      {
        declaration: persistentVolumeClaim,
        finalizer: label("pvc-protection"),
        queueName: "pvcprotection",
        users: pod,
        isInUse: async (claim, until) => {
          const { items } = await client.api(pod, claim.metadata.namespace).list({ signal: until });
          return items.some((one) => usesClaim(one, claim));
        },
      },
      context,
      signal,
    );
  },
};

/** Keeps a volume that is being deleted while it is bound to a claim. */
export const volumeProtection: ControllerSpec = {
  ...controllerNames.volumeProtection,
  workers: 1,
  run: async (context, signal) =>
    await runProtection(
      {
        declaration: persistentVolume,
        finalizer: label("pv-protection"),
        queueName: "pvprotection",
        isInUse: ({ status }) => status?.phase === "Bound",
      },
      context,
      signal,
    ),
};
