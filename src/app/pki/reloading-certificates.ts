/** The serving certificates of a process. It notices changes of their files. */
import { type Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { Counter, type MetricDefinition, type MetricRegistry } from "../../base/metrics.ts";
import { RepeatedTask } from "../../base/repeated-task.ts";
import { ReloadingPair } from "./reloading-pair.ts";
import type { ServingCredentials } from "./serving-credentials.ts";

/** Time between two looks at the files. */
const intervalMs = 1000;

const reloadsMetric: MetricDefinition<"flag" | "result"> = {
  name: "serving_certificate_reloads_total",
  help: "Number of loads of changed serving certificates, by flag and result: success or failure.",
  stability: "ALPHA",
  labels: ["flag", "result"],
};

/** A certificate for clients that request one of its names, in PEM. */
interface NamedPair {
  readonly cert: string;
  readonly key: string;
  readonly names: readonly string[];
}

/** Serving certificates in PEM, as a listener takes them. */
export interface ServedCertificates {
  readonly cert: string;
  readonly key: string;
  readonly named: readonly NamedPair[];
}

/** Services of a process. */
export interface ReloadingCertificatesOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after a change. */
  readonly onChange: (certificates: ServedCertificates) => void;
}

/** Serving certificates that follow the changes of their files. */
export class ReloadingCertificates implements AsyncDisposable {
  /** The certificate of the data directory, which does not change. Undefined if a flag names another one. */
  readonly #fixed: { readonly cert: string; readonly key: string };
  readonly #main: ReloadingPair | undefined;
  readonly #named: readonly { readonly pair: ReloadingPair; readonly names: readonly string[] }[];
  readonly #onChange: ReloadingCertificatesOptions["onChange"];
  /** Undefined if no file can change. */
  readonly #task: RepeatedTask | undefined;

  constructor(
    { certificate, key, files, sni }: Pick<ServingCredentials, "certificate" | "key" | "files" | "sni">,
    { clock, logger, onChange }: ReloadingCertificatesOptions,
  ) {
    this.#fixed = { cert: certificate, key };
    this.#main = files && new ReloadingPair(files, logger);
    this.#named = sni.map((one) => ({ pair: new ReloadingPair(one.files, logger), names: one.names }));
    this.#onChange = onChange;
    // A running server starts further processes with contents that it read long ago, so the files may have changed since then.
    for (const pair of this.#pairs) pair.reload();
    if (this.#pairs.length > 0) this.#task = new RepeatedTask({ clock, intervalMs, run: async () => this.#reload() });
  }

  /** The certificates that are served at the moment. */
  get current(): ServedCertificates {
    const pem = ({ current }: ReloadingPair): { cert: string; key: string } => ({
      cert: current.certificate,
      key: current.key,
    });
    return {
      ...(this.#main ? pem(this.#main) : this.#fixed),
      named: this.#named.map(({ pair, names }) => ({ ...pem(pair), names })),
    };
  }

  /** Adds the metric of the reloads. */
  registerMetrics(registry: MetricRegistry): void {
    if (this.#pairs.length === 0) return;
    registry.add(new Counter(reloadsMetric), (counter) => {
      const sums = new Map<string, number>();
      const count = (flag: string, result: string, value: number): void => {
        const total = (sums.get(`${flag} ${result}`) ?? 0) + value;
        sums.set(`${flag} ${result}`, total);
        counter.raise([flag, result], total);
      };
      for (const { flag, reloads } of this.#pairs) {
        for (const [result, value] of Object.entries(reloads)) count(flag, result, value);
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#task?.[Symbol.asyncDispose]();
  }

  get #pairs(): readonly ReloadingPair[] {
    return [...(this.#main ? [this.#main] : []), ...this.#named.map(({ pair }) => pair)];
  }

  #reload(): void {
    const haveChanged = this.#pairs.map((pair) => pair.reload());
    if (haveChanged.includes(true)) this.#onChange(this.current);
  }
}
