/** The audit of one request: it creates the events of its stages, and passes them to the backends. */
import { trimFraction } from "../base/trim-text.ts";
import type { Attributes } from "../meta/access/access-control.ts";
import { goQuote } from "../meta/go-quote.ts";
import type { StatusResponse } from "../meta/status.ts";
import type { User } from "../meta/user.ts";
import type { AuditMetrics } from "./audit-metrics.ts";
import { AuditNotes, type NotedObject } from "./audit-notes.ts";
import { type Annotations, type AuditEvent, sortedAnnotations, userJson } from "./event.ts";
import type { EventTime } from "./event-time.ts";
import { repeatedJson } from "./json-texts.ts";
import type { AuditRule, AuditStage } from "./policy/policy.ts";
import type { AuditSink } from "./sink.ts";

/** The values of a request that do not change. */
export interface RequestFacts {
  readonly auditId: string;
  readonly uri: string;
  readonly attributes: Attributes;
  /** Undefined if the user could not be authenticated. */
  readonly user: User | undefined;
  readonly sourceIps: readonly string[];
  readonly userAgent: string;
  /** Monotonic time at which the request arrived. */
  readonly receivedMs: number;
  readonly isLongRunning: boolean;
  /** Whether the request fails before its user is known. It then has one event, when its response begins. */
  readonly isRejectedEarly: boolean;
}

/** The values of a request that filters set later. */
export interface RequestState {
  readonly annotations: ReadonlyMap<string, string>;
  /** The user as whom the request acts, if it is not the sender. */
  readonly impersonatedUser: User | undefined;
  /** Durations of parts of the request, in milliseconds, for slow requests. */
  readonly latencies: ReadonlyMap<string, number>;
}

/** Services that all requests share. */
export interface AuditServices {
  readonly sink: AuditSink;
  readonly time: EventTime;
  readonly metrics: AuditMetrics;
  /** Key of the annotation of events from which objects were removed. */
  readonly truncatedKey: string;
  /** Returns the annotations about the durations of a slow request. */
  readonly latencyAnnotations: (totalMs: number, latencies: ReadonlyMap<string, number>) => Iterable<[string, string]>;
}

interface EmitOptions {
  /** Whether the request waits until the event is stored. Default: true. */
  readonly isAwaited?: boolean;
  /** More annotations. */
  readonly more?: Iterable<[string, string]>;
}

const noAnnotations: readonly [string, string][] = [];

/** Duration above which a request has annotations about durations. */
const slowMs = 500;

/** JSON of users. Their objects are shared by the requests of a connection. */
const userTexts = new WeakMap<User, string>();

function cachedUserJson(user: User | undefined): string {
  if (!user) return "{}";
  let text = userTexts.get(user);
  if (text === undefined) {
    text = userJson(user);
    userTexts.set(user, text);
  }
  return text;
}

/** Creates the events of one request. */
export class RequestAudit extends AuditNotes {
  readonly #rule: AuditRule;
  readonly #facts: RequestFacts;
  readonly #state: RequestState;
  readonly #services: AuditServices;
  /** Members before the stage, between stage and impersonated user, and after that. */
  readonly #start: string;
  readonly #sender: string;
  readonly #source: string;
  readonly #receivedText: string;
  /** Member about the object, and the metadata that it is from. Most requests note no object between their events. */
  #objectMember: string | undefined;
  #objectOfMember: NotedObject | undefined;
  #code: number | undefined;
  #hasBegun = false;
  #isComplete = false;
  #panic: string | undefined;

  constructor(rule: AuditRule, facts: RequestFacts, state: RequestState, services: AuditServices) {
    super({
      notesRequests: rule.level === "Request" || rule.level === "RequestResponse",
      notesResponses: rule.level === "RequestResponse",
      omitsManagedFields: rule.omitManagedFields,
    });
    this.#rule = rule;
    this.#facts = facts;
    this.#state = state;
    this.#services = services;
    const { auditId, uri, attributes, user, sourceIps, userAgent } = facts;
    this.#start = `"level":"${rule.level}","auditID":${JSON.stringify(auditId)},"stage":`;
    this.#sender = `,"requestURI":${JSON.stringify(uri)},"verb":${repeatedJson(attributes.verb)},"user":${cachedUserJson(user)}`;
    this.#source =
      (sourceIps.length === 0 ? "" : `,"sourceIPs":[${sourceIps.map(repeatedJson).join(",")}]`) +
      (userAgent === "" ? "" : `,"userAgent":${repeatedJson(userAgent)}`);
    this.#receivedText = services.time.text(facts.receivedMs);
  }

  /** Records that the request arrived. @returns whether the event was stored; undefined if it need not be awaited */
  receive(): Promise<boolean> | undefined {
    return this.#emit("RequestReceived", this.#facts.receivedMs, { isAwaited: this.#services.sink.isStrict });
  }

  /** Records the response of a long-running request when it begins. */
  override begin(code: number): void {
    this.#code = code;
    if (!this.#facts.isLongRunning || this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#emit("ResponseStarted", this.#services.time.nowMs(), { isAwaited: false });
  }

  override fail(message: string): void {
    this.#panic = message;
  }

  /**
   * Records that the response is complete. A request whose client has left before has no code.
   * @returns a promise if the response must wait
   */
  override complete(code: number): Promise<void> | undefined {
    if (this.#isComplete) return undefined;
    this.#isComplete = true;
    if (code !== 0) this.#code = code;
    if (this.#facts.isRejectedEarly) {
      return this.#emit("ResponseStarted", this.#services.time.nowMs())?.then(() => undefined);
    }
    if (this.#panic !== undefined) {
      this.status = panicStatus(this.#panic);
      this.#code = 500;
    } else if (this.#code === undefined) {
      this.status = { ...closedEarly };
      this.#code = 200;
    }
    this.begin(this.#code ?? 200);
    const nowMs = this.#services.time.nowMs();
    const stage = this.#panic === undefined ? "ResponseComplete" : "Panic";
    const stored = this.#emit(stage, nowMs, { more: this.#slowAnnotations(nowMs) });
    // Whether a later event was stored has no effect on the request.
    return stored?.then(() => undefined);
  }

  #slowAnnotations(nowMs: number): Iterable<[string, string]> {
    const { latencyAnnotations } = this.#services;
    const totalMs = nowMs - this.#facts.receivedMs;
    return totalMs > slowMs && this.#facts.attributes.verb !== "watch"
      ? latencyAnnotations(totalMs, this.#state.latencies)
      : noAnnotations;
  }

  #emit(
    stage: AuditStage,
    stageMs: number,
    { isAwaited = true, more = noAnnotations }: EmitOptions = {},
  ): Promise<boolean> | undefined {
    if (this.#rule.omitStages.includes(stage)) return undefined;
    const { sink, metrics } = this.#services;
    metrics.countEvent();
    return sink.process(this.#event(stage, stageMs, more), isAwaited);
  }

  #event(stage: AuditStage, stageMs: number, more: Iterable<[string, string]>): AuditEvent {
    const { time, sink, truncatedKey } = this.#services;
    const { impersonatedUser } = this.#state;
    const impersonated = impersonatedUser ? `,"impersonatedUser":${cachedUserJson(impersonatedUser)}` : "";
    const stageText = stage === "RequestReceived" ? this.#receivedText : time.text(stageMs);
    const annotations = this.#annotations(more, this.isShortened && stage !== "RequestReceived" ? truncatedKey : "");
    return {
      level: this.#rule.level,
      head: `${this.#start}"${stage}"${this.#sender}${impersonated}${this.#source}${this.#objectRef()}${this.#statusMember()}`,
      requestObject: this.requestObject,
      responseObject: this.responseObject,
      times: `"requestReceivedTimestamp":"${this.#receivedText}","stageTimestamp":"${stageText}"`,
      annotations,
      legacy: sink.needsLegacyText ? this.#legacyText(stage) : "",
    };
  }

  /** Returns all annotations, in order. @param truncatedKey key of one more annotation; empty if there is none */
  #annotations(more: Iterable<[string, string]>, truncatedKey: string): Annotations {
    const { annotations } = this.#state;
    if (annotations.size === 0 && more === noAnnotations && truncatedKey === "") return noAnnotations;
    const all = [...annotations, ...more];
    if (truncatedKey !== "") all.push([truncatedKey, "true"]);
    return sortedAnnotations(all);
  }

  #objectRef(): string {
    if (this.#objectMember === undefined || this.#objectOfMember !== this.object) {
      this.#objectOfMember = this.object;
      this.#objectMember = this.#createObjectRef();
    }
    return this.#objectMember;
  }

  #createObjectRef(): string {
    const { attributes } = this.#facts;
    if (!attributes.isResource) return "";
    const { resource, group, version, subresource } = attributes;
    const { object } = this;
    const namespace = attributes.namespace || object?.namespace;
    const name = attributes.name || object?.name;
    const { uid, resourceVersion } = object ?? {};
    // A request to a resource always has its name, so the first member needs no check.
    let json = `,"objectRef":{"resource":${repeatedJson(resource)}`;
    if (namespace) json += `,"namespace":${repeatedJson(namespace)}`;
    if (name) json += `,"name":${JSON.stringify(name)}`;
    if (uid) json += `,"uid":${JSON.stringify(uid)}`;
    if (group) json += `,"apiGroup":${repeatedJson(group)}`;
    if (version) json += `,"apiVersion":${repeatedJson(version)}`;
    if (resourceVersion) json += `,"resourceVersion":${JSON.stringify(resourceVersion)}`;
    if (subresource) json += `,"subresource":${repeatedJson(subresource)}`;
    return `${json}}`;
  }

  #statusMember(): string {
    if (this.#code === undefined) return "";
    if (!this.status) return `,"responseStatus":{"metadata":{},"code":${this.#code}}`;
    const { status, message, reason, details } = this.status;
    return `,"responseStatus":${JSON.stringify({ metadata: {}, status, message, reason, details, code: this.#code })}`;
  }

  #legacyText(stage: AuditStage): string {
    const { auditId, uri, attributes, user, sourceIps, userAgent } = this.#facts;
    const { impersonatedUser } = this.#state;
    const list = (groups: readonly string[]): string => groups.map((one) => goQuote(one)).join(",");
    const namespace = attributes.isResource ? attributes.namespace || this.object?.namespace : "";
    const groups = user && user.groups.length > 0 ? list(user.groups) : "<none>";
    const members = [
      `id=${goQuote(auditId)}`,
      `stage=${goQuote(stage)}`,
      `ip=${goQuote(sourceIps[0] ?? "<unknown>")}`,
      `method=${goQuote(attributes.verb)}`,
      `user=${goQuote(user?.name || "<none>")}`,
      `groups=${goQuote(groups)}`,
      `as=${goQuote(impersonatedUser?.name ?? "<self>")}`,
      `asgroups=${goQuote(impersonatedUser ? list(impersonatedUser.groups) : "<lookup>")}`,
      `user-agent=${goQuote(userAgent)}`,
      `namespace=${goQuote(namespace || "<none>")}`,
      `uri=${goQuote(uri)}`,
      `response="${this.#code ?? "<deferred>"}"`,
    ];
    return `${trimFraction(this.#receivedText)} AUDIT: ${members.join(" ")}`;
  }
}

const closedEarly: StatusResponse = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  message: "Connection closed early",
};

function panicStatus(message: string): StatusResponse {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    reason: "InternalError",
    message: `APIServer panic'd: ${message}`,
  };
}
