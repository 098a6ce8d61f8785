/**
 * Limits V8's young generation while caches are filled. The young generation grows when many objects survive, and it
 * does not shrink while the process is busy. All objects that a cache reads survive, so filling a cache from a large
 * store would leave the young generation many megabytes larger than requests need.
 */
import { setFlagsFromString } from "node:v8";

/** Default of V8. */
const growthFactor = 2;

let holders = 0;

/** Does `work` while the young generation of this process cannot grow. */
export async function holdYoungGeneration<T>(work: () => Promise<T>): Promise<T> {
  if (holders++ === 0) setGrowth(1);
  try {
    return await work();
  } finally {
    if (--holders === 0) setGrowth(growthFactor);
  }
}

function setGrowth(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
