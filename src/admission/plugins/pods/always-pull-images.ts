/**
 * The AlwaysPullImages plugin: Pods always pull their images, so that a Pod cannot use a private image of another user that
 * is already on the node.
 */
import type { Pod } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { placedContainers } from "../../../kinds/index.ts";
import { aggregateErrors } from "../../../meta/aggregate-errors.ts";
import { formatFieldError, notSupportedField } from "../../../meta/field-error.ts";
import { StatusError } from "../../../meta/status-error.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import { podToChange, specToCheck } from "./admitted-pod.ts";

const always = "Always";

/** Returns the plugin. */
export function alwaysPullImages({ isEnabled }: Pick<PluginServices, "isEnabled">): AdmissionPlugin {
  return {
    admit: async (request) => {
      if (!hasNewImage(request)) return;
      const { spec } = podToChange(request);
      for (const { container } of placedContainers(spec)) container.imagePullPolicy = always;
      if (!isEnabled("ImageVolume")) return;
      for (const { image } of spec.volumes ?? []) if (image) image.pullPolicy = always;
    },
    validate: async (request) => {
      if (!hasNewImage(request)) return;
      const spec = specToCheck(request);
      const { volumes = [] } = spec;
      const policies = [
        ...placedContainers(spec).map(({ container: { imagePullPolicy }, part }) => ({
          path: `spec.${part}.imagePullPolicy`,
          policy: imagePullPolicy,
        })),
        ...volumes.flatMap(({ image }, index) =>
          image && isEnabled("ImageVolume")
            ? [{ path: `spec.volumes[${index}].image.pullPolicy`, policy: image.pullPolicy }]
            : [],
        ),
      ];
      const faults = policies
        .filter(({ policy }) => policy !== always)
        .map(({ path, policy = "" }) => formatFieldError(notSupportedField(path, policy, [always])));
      if (faults.length === 0) return;
      // As in the reference, several rejections together are an internal error.
      throw new StatusError(500, aggregateErrors(faults.map((fault) => rejectedRequest(request, fault).message)));
    },
  };
}

/** Whether the request brings an image that the Pod does not have yet. Images may move between containers. */
function hasNewImage(request: AdmissionRequest): boolean {
  if (request.operation !== "UPDATE") return true;
  const oldImages = new Set(imagesOf(request.oldObject as DeepReadonly<Pod>));
  return imagesOf(request.object as DeepReadonly<Pod>).some((image) => !oldImages.has(image));
}

function imagesOf({ spec }: DeepReadonly<Pod>): readonly string[] {
  return spec ? placedContainers(spec).map(({ container: { image = "" } }) => image) : [];
}
