/**
 * Random writes and deletions of the same objects while a slow webhook decides about them, and webhooks that come and go. The
 * store contains only changes that the webhook has seen, although other requests overtake its decisions.
 */
import { expect, test } from "vitest";
import { startServer } from "../../src/app/server.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import type { Random } from "../../src/base/random.ts";
import { withSeed } from "../support/with-seed.ts";
import { configurationsPath, webhookSpec } from "./admission-webhook.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const reviewUrl = "https://review.example.com/";
const closedUrl = "https://closed.example.com/";
const names = ["a", "b", "c"];
const stepCount = 250;
/** Requests that wait for decisions at the same time, at most. */
const concurrencyMax = 6;

/** An object as reviews and events show it. */
interface MapObject {
  readonly metadata: { readonly name: string; readonly uid: string; readonly resourceVersion?: string };
  readonly data?: Readonly<Record<string, string>>;
}

/** A request that the webhook has seen. */
interface Review {
  readonly operation: string;
  readonly object: MapObject | null;
  readonly oldObject: MapObject | null;
}

interface WatchEvent {
  readonly type: string;
  readonly object: MapObject;
}

/** A request of the simulation, and its response. */
interface Sent {
  /** Whether the webhook that rejects everything was in effect during the whole request. */
  readonly isClosed: boolean;
  readonly status: number;
}

class Simulation {
  readonly #random: Random;
  readonly #reviews: Review[] = [];
  /** Decisions that the webhook has not sent yet. */
  readonly #undecided: (() => void)[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #sent: Sent[] = [];
  /** Whether the webhook that rejects everything is in effect: its create has been answered, and its deletion not been sent. */
  #isClosed = false;
  /** How often that webhook has been deleted. */
  #openings = 0;
  #value = 0;
  /** Number of stored changes. */
  eventCount = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  async run(): Promise<void> {
    await using server = await startServer({
      vocabulary: "kubernetes",
      clock: new ManualClock(),
      webhooks: {
        [reviewUrl]: ({ request }) => this.#decide(request as Review),
        [closedUrl]: () => ({ allowed: false, status: { message: "closed" } }),
      },
    });
    const request = async (path: string, method: string, body?: object, type = "application/json"): Promise<number> => {
      const headers = { "content-type": type };
      const response = await server.request(path, { method, headers, ...(body ? { body } : {}) });
      await response.text();
      return response.status;
    };
    const configurations = configurationsPath("validating");
    const configure = async (name: string, url: string): Promise<number> =>
      await request(configurations, "POST", { metadata: { name }, webhooks: [webhookSpec(name, { url })] });
    expect(await configure("review", reviewUrl)).toBe(201);
    const watch = await server.request(`${maps}?watch=1&timeoutSeconds=60`);

    for (let step = 0; step < stepCount; step++) {
      const isFull = this.#open.size >= concurrencyMax;
      const choice = isFull ? 0 : this.#random.below(10);
      if (choice < 4) this.#release();
      else if (choice === 9 && (this.#isClosed || this.#random.below(4) === 0)) {
        if (this.#isClosed) {
          this.#isClosed = false;
          this.#openings++;
          expect(await request(`${configurations}/closed`, "DELETE")).toBe(200);
        } else {
          expect(await configure("closed", closedUrl)).toBe(201);
          this.#isClosed = true;
        }
      } else this.#send(request);
      // Requests and decisions go as far as they can.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    while (this.#open.size > 0) {
      this.#release();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await server.clock.advance(61_000);
    this.#check(
      (await watch.text())
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as WatchEvent),
    );
  }

  async #decide(review: Review): Promise<object> {
    this.#reviews.push(review);
    await new Promise<void>((resolve) => this.#undecided.push(resolve));
    return { allowed: true };
  }

  /** Sends one decision. */
  #release(): void {
    const [decide] = this.#undecided.splice(this.#random.below(Math.max(1, this.#undecided.length)), 1);
    decide?.();
  }

  #send(request: (path: string, method: string, body?: object, type?: string) => Promise<number>): void {
    const name = names[this.#random.below(names.length)] ?? "a";
    const path = `${maps}/${name}`;
    const data = { value: String(this.#value++) };
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
    const requests = [
      () => request(maps, "POST", object),
      () => request(path, "PUT", object),
      () => request(path, "PATCH", { data }, "application/merge-patch+json"),
      () => request(`${path}?fieldManager=m&force=true`, "PATCH", object, "application/apply-patch+yaml"),
      () => request(path, "DELETE"),
    ];
    const [wasClosed, openings] = [this.#isClosed, this.#openings];
    const chosen = requests[this.#random.below(requests.length)];
    const respond = async (): Promise<void> => {
      const status = (await chosen?.()) ?? 0;
      this.#sent.push({ isClosed: wasClosed && openings === this.#openings, status });
      this.#open.delete(open);
    };
    const open = respond();
    this.#open.add(open);
  }

  #check(events: readonly WatchEvent[]): void {
    const current = new Map<string, MapObject>();
    for (const { type, object } of events) {
      const { name } = object.metadata;
      const before = current.get(name);
      expect(type).toBe(before ? (type === "DELETED" ? "DELETED" : "MODIFIED") : "ADDED");
      expect(this.#reviews.some((review) => isReviewOf(review, type, object, before))).toBe(true);
      if (type === "DELETED") current.delete(name);
      else current.set(name, object);
    }
    for (const { isClosed, status } of this.#sent) {
      // An object that does not exist, or exists already, is reported before webhooks are called.
      expect(isClosed ? [400, 404, 409] : [200, 201, 400, 404, 409]).toContain(status);
    }
    this.eventCount = events.length;
  }
}

/** Whether a review is about exactly this change. */
function isReviewOf(
  { operation, object, oldObject }: Review,
  type: string,
  after: MapObject,
  before: MapObject | undefined,
): boolean {
  const isOfBefore = oldObject?.metadata.resourceVersion === before?.metadata.resourceVersion;
  if (type === "DELETED") return operation === "DELETE" && isOfBefore;
  return (
    operation === (type === "ADDED" ? "CREATE" : "UPDATE") &&
    isOfBefore &&
    object?.data?.["value"] === after.data?.["value"]
  );
}

test("only reviewed changes are stored, and no object reappears, although requests overtake the decisions of a webhook", async () => {
  let eventCount = 0;
  for (let run = 0; run < 8; run++) {
    await withSeed(async (random) => {
      const simulation = new Simulation(random);
      await simulation.run();
      eventCount += simulation.eventCount;
    });
  }
  expect(eventCount).toBeGreaterThan(100);
});
