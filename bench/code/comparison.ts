/** Compares optimized code with its plain form: two functions with the same result, in one process. */

/** Two forms of the same work. The first call of each must return equal results. */
export interface TimeComparison {
  /** The name of the row in docs/performance.md, to which the comment at the code refers. */
  readonly name: string;
  /** Describes the plain form. */
  readonly plainForm: string;
  /** Set if the functions return promises: the time to measure. Work that waits for the disk needs the elapsed time. */
  readonly promiseTime?: "processor" | "elapsed";
  readonly optimized: () => unknown;
  readonly plain: () => unknown;
}

/** Two ways to hold the same data. Each function returns data that is still in use after the call. */
export interface MemoryComparison {
  readonly name: string;
  readonly plainForm: string;
  readonly unit: string;
  /** How many of the unit each function makes. */
  readonly count: number;
  readonly optimized: () => unknown;
  readonly plain: () => unknown;
}

/** A result, per call or per unit: nanoseconds or bytes. */
export interface Result {
  readonly name: string;
  readonly plainForm: string;
  readonly unit: string;
  readonly optimized: number;
  readonly plain: number;
  /** Plain divided by optimized. */
  readonly ratio: number;
}

const rounds = 31;
/** Work that waits for the disk takes long. */
const elapsedRounds = 9;
const roundMs = 8;

/**
 * Returns the medians of rounds that alternate between the two forms, so that other work of the machine affects both.
 * The ratio is the median of the ratios of neighbouring rounds.
 */
export async function compareTimes({ name, plainForm, promiseTime, ...work }: TimeComparison): Promise<Result> {
  const measure = measures[promiseTime ?? "call"];
  const optimized = await roundOf(measure, work.optimized);
  const plain = await roundOf(measure, work.plain);
  const pairs: (readonly [number, number])[] = [];
  const count = promiseTime === "elapsed" ? elapsedRounds : rounds;
  for (let round = 0; round < count; round++) pairs.push([await optimized(), await plain()]);
  return {
    name,
    plainForm,
    unit: "ns",
    optimized: median(pairs.map(([one]) => one)),
    plain: median(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([one, other]) => other / one)),
  };
}

type Measure = (work: () => unknown, calls: number) => number | Promise<number>;

/** Returns a function that runs a round of many calls and returns the nanoseconds per call. Warms the function up. */
async function roundOf(measure: Measure, work: () => unknown): Promise<() => Promise<number>> {
  let calls = 1;
  while ((await measure(work, calls)) < roundMs * 1e6) calls *= 2;
  for (let round = 0; round < 3; round++) await measure(work, calls);
  return async () => (await measure(work, calls)) / calls;
}

let definedResults = 0;

/** Functions that return the nanoseconds of some calls. Other programs on the machine affect processor time less. */
const measures: Readonly<Record<"call" | "processor" | "elapsed", Measure>> = {
  call: (work, calls) => {
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call++) if (work() !== undefined) definedResults++;
    if (definedResults === 0) throw new Error("a compared function returned undefined");
    return processorNs(before);
  },
  processor: async (work, calls) => {
    const before = process.cpuUsage();
    for (let call = 0; call < calls; call++) await work();
    return processorNs(before);
  },
  elapsed: async (work, calls) => {
    const startedAt = process.hrtime.bigint();
    for (let call = 0; call < calls; call++) await work();
    return Number(process.hrtime.bigint() - startedAt);
  },
};

function processorNs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) * 1000;
}

const memoryRounds = 5;

/** Returns the medians of the bytes that remain in use, in the heap and outside of it. @param collect collects garbage */
export function compareMemory(
  { name, plainForm, unit, count, optimized, plain }: MemoryComparison,
  collect: () => void,
): Result {
  const bytesOf = (make: () => unknown): number => {
    collect();
    const before = usedBytes();
    const held = make();
    collect();
    const bytes = usedBytes() - before;
    if (held === undefined) throw new Error("a compared function returned undefined");
    return bytes / count;
  };
  const pairs = Array.from({ length: memoryRounds }, () => [bytesOf(optimized), bytesOf(plain)] as const);
  const [few, many] = [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))];
  return { name, plainForm, unit, optimized: few, plain: many, ratio: many / few };
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
