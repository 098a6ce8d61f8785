/** The task of `shop.ts`, solved with `orch/client`. */
import { type ConfigMap, configMap } from "orch/api";
import { type Client, type Clock, Informer } from "orch/client";
import type { Shop } from "./shop.ts";

const labelSelector = "app=shop";

/** Returns the shop of a cluster. */
export function orchShop(client: Client, clock: Clock): Shop {
  const maps = client.api(configMap, "default");
  return {
    async names() {
      const names: string[] = [];
      for await (const { items } of maps.chunks({ labelSelector, limit: 2 })) {
        names.push(...items.map(({ metadata }) => metadata.name ?? ""));
      }
      return names;
    },

    async paint(name, colour) {
      await maps.patch(name, "merge", { data: { colour } });
    },

    async nextChange(act) {
      const { resourceVersion } = await maps.list({ labelSelector });
      await act();
      for await (const { object } of maps.watch({ labelSelector, resourceVersion })) return object.metadata.name ?? "";
      throw new Error("the watch ended without an event");
    },

    async follow(onColour, signal) {
      const reportColour = ({ metadata, data }: Readonly<ConfigMap>): void =>
        onColour(metadata.name ?? "", data?.["colour"]);
      const informer = new Informer(maps, { labelSelector, clock });
      informer.addHandler({
        added: reportColour,
        updated: reportColour,
        deleted: ({ metadata }) => onColour(metadata.name ?? "", undefined),
      });
      await informer.run(signal);
    },
  };
}
