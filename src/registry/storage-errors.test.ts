import { expect, test } from "vitest";
import { StatusError } from "../meta/status-error.ts";
import { StorageError, type StorageErrorCode } from "../storage/index.ts";
import { toStatusError, withStatusErrors } from "./storage-errors.ts";

const target = { group: "apps", resource: "deployments" };
const operation = { target, name: "web", verb: "update" };
const named = { name: "web", group: "apps", kind: "deployments" };

test.each<[StorageErrorCode, number, string | undefined, string, object | undefined]>([
  ["key-exists", 409, "AlreadyExists", 'deployments.apps "web" already exists', named],
  ["key-not-found", 404, "NotFound", 'deployments.apps "web" not found', named],
  [
    "revision-conflict",
    409,
    "Conflict",
    'Operation cannot be fulfilled on deployments.apps "web": the object has been modified; please apply your changes to the latest version and try again',
    named,
  ],
  ["compacted", 410, "Expired", "The resourceVersion for the provided list is too old.", undefined],
  [
    "future-revision",
    504,
    "Timeout",
    "Timeout: Too large resource version: 0, current: 7",
    {
      causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
      retryAfterSeconds: 1,
    },
  ],
  ["too-large", 500, undefined, "etcdserver: request is too large", undefined],
  ["no-space", 500, undefined, "etcdserver: mvcc: database space exceeded: what happened", undefined],
  [
    "unavailable",
    500,
    "ServerTimeout",
    "The update operation against deployments.apps could not be completed at this time, please try again.",
    { name: "update", group: "apps", kind: "deployments", retryAfterSeconds: 2 },
  ],
  ["outcome-unknown", 500, undefined, "etcdserver: request timed out: what happened", undefined],
  ["closed", 503, "ServiceUnavailable", "apiserver is shutting down", undefined],
  ["corrupt", 500, undefined, "object not decodable revision=7: what happened", undefined],
  [
    "not-usable",
    500,
    "InternalError",
    "Internal error occurred: what happened",
    { causes: [{ message: "what happened" }] },
  ],
])("toStatusError() translates %s into %i %s", (code, status, reason, message, details) => {
  const cause = new StorageError(code, "what happened", { key: "/registry/x", revision: 7 });
  const error = toStatusError(cause, operation);
  expect(error).toBeInstanceOf(StatusError);
  expect(error).toMatchObject({ code: status, message });
  expect(error).toHaveProperty("reason", reason);
  expect(error).toHaveProperty("details", details);
});

test("toStatusError() describes compacted and future revisions by the client's request", () => {
  const gone = new StorageError("compacted", "");
  const watched = toStatusError(gone, { ...operation, verb: "watch" });
  expect(watched).toMatchObject({ message: "The resourceVersion for the provided watch is too old." });
  const future = new StorageError("future-revision", "", { revision: 5 });
  const listed = toStatusError(future, { ...operation, verb: "list", requestedVersion: "9" });
  expect(listed).toMatchObject({ message: "Timeout: Too large resource version: 9, current: 5" });
});

test("toStatusError() returns other errors unchanged", async () => {
  const other = new TypeError("a mistake");
  expect(toStatusError(other, operation)).toBe(other);
  await expect(withStatusErrors(operation, () => Promise.reject(other))).rejects.toBe(other);
  expect(await withStatusErrors(operation, async () => "done")).toBe("done");
});

test("the error of an unreadable object depends on the operation, as in the reference", () => {
  const messageFor = (verb: string, path: string, isUntransformable: boolean): unknown =>
    toStatusError(new StorageError("corrupt", "why", { key: "/registry/x/web", revision: 7, isUntransformable }), {
      target,
      name: "web",
      verb,
      path,
    });
  expect(messageFor("get", "/x/web", true)).toMatchObject({
    message:
      "Internal error occurred: StorageError: corrupt object, Code: 7, Key: /x/web, ResourceVersion: 0, AdditionalErrorMsg: data from the storage is not transformable revision=0: why",
  });
  expect(messageFor("update", "/x/web", true)).toMatchObject({
    message: "Internal error occurred: data from the storage is not transformable revision=0: why",
  });
  expect(messageFor("patch", "/x/web", false)).toMatchObject({
    message: "object not decodable revision=7: why",
  });
});
