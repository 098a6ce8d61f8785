/** Reads earlier states of objects, for people who look at the history. */
import type { CachedObject, PastObjectChange } from "../cache/index.ts";
import type { GroupResource } from "../meta/group-version.ts";
import { badRequest, expired, notFound } from "../meta/status-error.ts";
import type { OldestState } from "../storage/index.ts";
import type { Resource } from "./resource.ts";
import { withStatusErrors } from "./storage-errors.ts";
import type { WriteTarget } from "./write.ts";

/** Changes of an object, newest first. */
export interface ShownHistory {
  readonly changes: readonly PastObjectChange[];
  /** Whether earlier changes can be read. */
  readonly more: boolean;
  readonly oldest: OldestState;
}

const unitsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const durationForm = /^-(?:\d{1,9}[smhd])+$/;
const timeForm = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * Returns the revision that a text names: a resourceVersion, an RFC 3339 time, or a duration ago such as `-5m`.
 * @throws StatusError 400 for another text or a future one, 410 if the history begins later
 */
export async function readPastRevision({ cache, kind }: Resource, text: string, nowMs: number): Promise<number> {
  const { past } = cache;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const timeMs = readTime(text, nowMs);
  return await withStatusErrors({ target: kind, name: "", verb: "get" }, async () => {
    const revision = await past.revisionAt(timeMs);
    const oldest = await past.oldest();
    if (revision === undefined || revision < oldest.revision) throw beforeHistory(text, oldest);
    return revision;
  });
}

function readTime(text: string, nowMs: number): number {
  if (durationForm.test(text)) {
    const parts = text.match(/\d+|[smhd]/g) ?? [];
    const spans = parts.map((part, index) => Number(part) * (unitsMs[parts[index + 1] ?? ""] ?? 0));
    return spans.reduce((time, ms, index) => (index % 2 === 0 ? time - ms : time), nowMs);
  }
  const timeMs = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(timeMs)) {
    throw badRequest(
      `at: ${JSON.stringify(text)} is no time: use a resourceVersion, a time such as 2026-01-31T12:00:00Z, or a duration ` +
        "ago such as -5m",
    );
  }
  if (timeMs > nowMs) {
    throw badRequest(`at: the time ${text} is in the future: the time of the server is ${timeText(nowMs)}`);
  }
  return timeMs;
}

function timeText(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Returns the 410 for a state that is not kept. */
export function beforeHistory(text: string, { revision, timeMs }: OldestState): Error {
  const time = timeMs === undefined ? "" : ` (${timeText(timeMs)})`;
  return expired(
    `at: the state at ${text} is no longer kept: the history begins with resourceVersion ${revision}${time}; choose a ` +
      "later state",
  );
}

/** @throws StatusError 400 for a revision that does not exist yet, 410 for one that is no longer kept */
async function checkRevision({ cache }: Resource, revision: number): Promise<void> {
  const newest = await cache.past.newest();
  if (revision > newest) {
    throw badRequest(`at: resourceVersion ${revision} does not exist yet: the newest one is ${newest}`);
  }
  const oldest = await cache.past.oldest();
  if (revision < oldest.revision) throw beforeHistory(`resourceVersion ${revision}`, oldest);
}

/**
 * Returns the state of one object at a revision.
 * @throws StatusError 404 if it did not exist, 400, 410, 500
 */
export async function getPastObject(
  resource: Resource,
  { namespace, name, served }: WriteTarget & { readonly served: GroupResource },
  revision: number,
): Promise<CachedObject> {
  return await withStatusErrors({ target: served, name, verb: "get" }, async () => {
    await checkRevision(resource, revision);
    const object = await resource.cache.past.object(resource.key(namespace, name), revision);
    if (!object) throw notFound(served, name);
    if (object.unreadable) throw object.unreadable;
    return object;
  });
}

/** Returns the state of a collection at a revision. @throws StatusError 400, 410 */
export async function pastSnapshot(
  resource: Resource,
  revision: number,
): Promise<Awaited<ReturnType<Resource["cache"]["pastSnapshot"]>>> {
  return await withStatusErrors({ target: resource.kind, name: "", verb: "list" }, async () => {
    await checkRevision(resource, revision);
    return await resource.cache.pastSnapshot(revision);
  });
}

/**
 * Returns the changes of an object, newest first. They are empty if the object has existed unchanged since the history began, or
 * if the history begins at `before` or later.
 * @throws StatusError 404 if there are none for another reason, 500 for unreadable states
 */
export async function readObjectHistory(
  resource: Resource,
  { namespace, name, served }: WriteTarget & { readonly served: GroupResource },
  options: { readonly before: number; readonly limit: number },
): Promise<ShownHistory> {
  return await withStatusErrors({ target: served, name, verb: "get" }, async () => {
    const { past } = resource.cache;
    const { changes, more } = await past.changesOf(resource.key(namespace, name), options);
    const oldest = await past.oldest();
    if (changes.length === 0 && !(await existsUnchanged(past, resource.key(namespace, name), options.before))) {
      const { before } = options;
      const all = await past.changesOf(resource.key(namespace, name), { before: Number.POSITIVE_INFINITY, limit: 1 });
      throw all.changes.length === 0
        ? notFound(served, name)
        : notFound(served, name, `has no change before resourceVersion ${before}`);
    }
    const unreadable = changes.find(({ object }) => object?.unreadable)?.object?.unreadable;
    if (unreadable) throw unreadable;
    return { changes, more, oldest };
  });
}

/** The first revision that an object can have. A history that begins there or before is complete. */
const firstRevision = 1;

/** Whether an object without changes before a revision may have existed then: in the state at the beginning of the history, or before. */
async function existsUnchanged(past: Resource["cache"]["past"], key: string, before: number): Promise<boolean> {
  const [{ revision: oldest }, newest] = [await past.oldest(), await past.newest()];
  const at = Math.min(before - 1, newest);
  if (at < Math.max(oldest, firstRevision)) return oldest > firstRevision;
  return (await past.object(key, at)) !== undefined;
}
