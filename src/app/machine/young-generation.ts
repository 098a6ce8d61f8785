/**
 * V8's young generation. It grows when much of it survives, and then stays as large for as long as the process has work.
 * All that a cache reads survives: reading a large store would leave the young generation at its largest, many megabytes,
 * whether the requests to come need that or not.
 */
import { setFlagsFromString } from "node:v8";

/** V8's own default. */
const growthFactor = 2;

let holders = 0;

/** Keeps the young generation of this process from growing while `work` is done. It can grow afterwards. */
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
