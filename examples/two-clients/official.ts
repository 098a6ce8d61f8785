/** The task of `shop.ts`, solved with `@kubernetes/client-node`. */
import {
  CoreV1Api,
  type KubeConfig,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
  Watch,
} from "@kubernetes/client-node";
import type { Shop } from "./shop.ts";

const namespace = "default";
const labelSelector = "app=shop";
const path = `/api/v1/namespaces/${namespace}/configmaps`;

/** Returns the shop of a cluster. */
export function officialShop(config: KubeConfig): Shop {
  const core = config.makeApiClient(CoreV1Api);
  return {
    async names() {
      const names: string[] = [];
      let next: string | undefined;
      do {
        const { items, metadata } = await core.listNamespacedConfigMap({
          namespace,
          labelSelector,
          limit: 2,
          ...(next ? { _continue: next } : {}),
        });
        names.push(...items.map(({ metadata }) => metadata?.name ?? ""));
        next = metadata?._continue;
      } while (next);
      return names;
    },

    async paint(name, colour) {
      const body = { data: { colour } };
      const merge = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);
      await core.patchNamespacedConfigMap({ namespace, name, body }, merge);
    },

    async nextChange(act) {
      const { metadata } = await core.listNamespacedConfigMap({ namespace, labelSelector });
      await act();
      return await new Promise((resolve, reject) => {
        const query = { labelSelector, resourceVersion: metadata?.resourceVersion };
        const onEvent = (_type: string, object: V1ConfigMap): void => {
          resolve(object.metadata?.name ?? "");
          void watching.then((abort) => abort.abort());
        };
        const watching = new Watch(config).watch(path, query, onEvent, (error) => reject(error ?? new Error("over")));
      });
    },

    async follow(onColour, signal) {
      const reportColour = ({ metadata, data }: V1ConfigMap): void => onColour(metadata?.name ?? "", data?.["colour"]);
      const list = () => core.listNamespacedConfigMap({ namespace, labelSelector });
      const informer = makeInformer<V1ConfigMap>(config, path, list, labelSelector);
      informer.on("add", reportColour);
      informer.on("update", reportColour);
      informer.on("delete", ({ metadata }) => onColour(metadata?.name ?? "", undefined));
      // The informer stops after an error and must be started again.
      informer.on("error", () => {
        if (!signal.aborted) void informer.start();
      });
      await informer.start();
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      await informer.stop();
    },
  };
}
