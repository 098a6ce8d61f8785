/** Records the costs of lists, for each object. */
import type { OrchServer } from "../../orch-server.ts";
import type { CpuCost, ListCosts } from "../costs.ts";
import { getRequest, podsPath, slicesPath } from "../hollow-objects.ts";
import { connectAll, costOf, repeatRuns, timesPer } from "./measure.ts";

/** Number of listed objects in each measurement. */
const listedObjects = 20_000;

/** Records lists of `podCount` Pods and `sliceCount` EndpointSlices. */
export async function recordLists(
  { pid, target }: OrchServer,
  { podCount, sliceCount }: { readonly podCount: number; readonly sliceCount: number },
): Promise<ListCosts> {
  const clients = await connectAll(target, 1);
  const [client] = clients;
  if (!client) throw new Error("there is no connection");
  const perObject = async (path: string, objects: number, isProtobuf: boolean): Promise<CpuCost> => {
    const request = isProtobuf ? getRequest(path) : { method: "GET", path };
    const lists = Math.ceil(listedObjects / objects);
    await client.request(request);
    const times = await repeatRuns(() =>
      timesPer(pid, lists * objects, async () => {
        for (let list = 0; list < lists; list++) await client.request(request);
      }),
    );
    return costOf(times);
  };
  const costs = {
    podJson: await perObject(podsPath, podCount, false),
    podProtobuf: await perObject(podsPath, podCount, true),
    sliceProtobuf: await perObject(slicesPath, sliceCount, true),
    excludedPod: await perObject(`${podsPath}?fieldSelector=spec.nodeName%3Dnone`, podCount, true),
  };
  client[Symbol.dispose]();
  return costs;
}
