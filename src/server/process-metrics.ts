/** The metrics of the process, under the reference's names. */
import { Counter, Gauge, type MetricDefinition, type MetricFamily, type MetricRegistry } from "../base/metrics.ts";

const residentMemory: MetricDefinition<string> = {
  name: "process_resident_memory_bytes",
  help: "Resident memory of the process, in bytes.",
  stability: "ALPHA",
  labels: [],
};

const cpuSeconds: MetricDefinition<string> = {
  name: "process_cpu_seconds_total",
  help: "User and system CPU time of the process, in seconds.",
  stability: "ALPHA",
  labels: [],
};

const startTime: MetricDefinition<string> = {
  name: "process_start_time_seconds",
  help: "When the process started, in seconds since the Unix epoch.",
  stability: "ALPHA",
  labels: [],
  combine: "first",
};

const openFiles: MetricDefinition<string> = {
  name: "process_open_fds",
  help: "Number of open file descriptors.",
  stability: "ALPHA",
  labels: [],
};

const openFilesMax: MetricDefinition<string> = {
  name: "process_max_fds",
  help: "Largest possible number of open file descriptors.",
  stability: "ALPHA",
  labels: [],
};

const virtualMemory: MetricDefinition<string> = {
  name: "process_virtual_memory_bytes",
  help: "Virtual memory of the process, in bytes.",
  stability: "ALPHA",
  labels: [],
};

const virtualMemoryMax: MetricDefinition<string> = {
  name: "process_virtual_memory_max_bytes",
  help: "Largest possible virtual memory of a process, in bytes.",
  stability: "ALPHA",
  labels: [],
  combine: "first",
};

/** Memory, CPU time and start time of the process. Only the `app` room may read them from the system. */
export interface ProcessFigures {
  readonly residentBytes: () => number;
  readonly cpuSeconds: () => number;
  readonly startedSeconds: number;
  /** Figures of Linux. Default: they are not shown. */
  readonly linux?: LinuxFigures;
}

/** Figures that only Linux reports. They are undefined on other systems. */
export interface LinuxFigures {
  readonly openFiles: () => number | undefined;
  readonly openFilesMax: () => number | undefined;
  readonly virtualBytes: () => number | undefined;
  readonly virtualBytesMax: () => number | undefined;
}

/** Shows the figures in `/metrics`. They are read again for each response. */
export function addProcessMetrics(registry: MetricRegistry, figures: ProcessFigures): void {
  registry.add(new Gauge(residentMemory), (gauge) => gauge.set([], figures.residentBytes()));
  registry.add(new Counter(cpuSeconds), (counter) => counter.raise([], figures.cpuSeconds()));
  registry.add(new Gauge(startTime), (gauge) => gauge.set([], figures.startedSeconds));
  if (figures.linux) addLinuxMetrics(registry, figures.linux);
}

function addLinuxMetrics(registry: MetricRegistry, figures: LinuxFigures): void {
  const show = (definition: MetricDefinition<string>, read: () => number | undefined): void => {
    registry.add(new Gauge(definition), (gauge) => {
      const value = read();
      if (value === undefined) gauge.remove([]);
      else gauge.set([], value);
    });
  };
  show(openFiles, figures.openFiles);
  show(openFilesMax, figures.openFilesMax);
  show(virtualMemory, figures.virtualBytes);
  show(virtualMemoryMax, figures.virtualBytesMax);
}

/** Returns the start time in the metrics, which is that of the main process. Undefined if they do not contain it. */
export function shownStartSeconds(families: readonly MetricFamily[]): number | undefined {
  return families.find(({ name }) => name === startTime.name)?.samples[0]?.[1];
}
