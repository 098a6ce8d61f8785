/** In-process servers with an audit log, for tests that read the events. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningServer, type StartServerOptions, startServer } from "../../src/app/server.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";

/** An event, as far as tests read it. */
export interface LoggedEvent {
  readonly kind: string;
  readonly apiVersion: string;
  readonly level: string;
  readonly auditID: string;
  readonly stage: string;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: { readonly username?: string; readonly groups?: readonly string[] };
  readonly impersonatedUser?: { readonly username: string; readonly groups: readonly string[] };
  readonly objectRef?: Readonly<Record<string, string>>;
  readonly responseStatus?: Readonly<Record<string, unknown>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read members of many kinds
  readonly requestObject?: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read members of many kinds
  readonly responseObject?: any;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A folder with a policy and a log. */
export class AuditFolder implements Disposable {
  readonly #directory = new TemporaryDirectory();
  readonly logPath = join(this.#directory.path, "audit.log");
  readonly policyPath = join(this.#directory.path, "policy.yaml");
  readonly flags = [`--audit-policy-file=${this.policyPath}`, `--audit-log-path=${this.logPath}`];

  /** @param policy the members of the policy, or a level for all requests */
  constructor(policy: object | string, group = "audit.k8s.io") {
    const members = typeof policy === "string" ? { rules: [{ level: policy }] } : policy;
    writeFileSync(this.policyPath, JSON.stringify({ apiVersion: `${group}/v1`, kind: "Policy", ...members }));
  }

  get path(): string {
    return this.#directory.path;
  }

  /** Returns the events in the log, or those of one request. */
  events(auditID?: string): readonly LoggedEvent[] {
    const lines = readFileSync(this.logPath, "utf8").split("\n");
    const events = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as LoggedEvent);
    return auditID === undefined ? events : events.filter((event) => event.auditID === auditID);
  }

  /** Returns the last event of a request. */
  last(auditID: string): LoggedEvent {
    const event = this.events(auditID).at(-1);
    if (!event) throw new Error(`the log has no event ${auditID}`);
    return event;
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]();
  }
}

/** Starts a server that writes the log of the folder. */
export async function startAudited(folder: AuditFolder, options: StartServerOptions = {}): Promise<RunningServer> {
  const { flags = [], ...rest } = options;
  return await startServer({ vocabulary: "kubernetes", ...rest, flags: [...folder.flags, ...flags] });
}
