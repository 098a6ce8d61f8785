/** The tested program. It follows the colour of the settings with the official client. */
import { CoreV1Api, type KubeConfig, makeInformer, type V1ConfigMap } from "@kubernetes/client-node";

const namespace = "default";
const labelSelector = "app=settings";

/**
 * Calls `onColour` with the existing colour and after every change, until `stop()` is called. The colour is undefined
 * after the settings were deleted.
 */
export async function followColour(
  config: KubeConfig,
  onColour: (colour: string | undefined) => void,
): Promise<{ stop(): Promise<void> }> {
  const core = config.makeApiClient(CoreV1Api);
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const list = () => core.listNamespacedConfigMap({ namespace, labelSelector });
  const informer = makeInformer<V1ConfigMap>(config, path, list, labelSelector);
  let stopped = false;
  informer.on("add", ({ data }) => onColour(data?.["colour"]));
  informer.on("update", ({ data }) => onColour(data?.["colour"]));
  informer.on("delete", () => onColour(undefined));
  // The informer stops after an error and must be started again.
  informer.on("error", () => {
    if (!stopped) void informer.start();
  });
  await informer.start();
  return {
    stop() {
      stopped = true;
      return informer.stop();
    },
  };
}
