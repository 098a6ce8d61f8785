import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { type MemoryEngine, openMemoryEngine } from "../../src/storage/index.ts";
import { AuditFolder } from "../support/audit-log.ts";

const option = "ignoreStoreReadErrorWithClusterBreakingPotential";
const maps = "/api/v1/namespaces/default/configmaps";
const badKey = "/registry/configmaps/default/bad";

let engine: MemoryEngine;
let server: RunningServer;

interface Answer {
  readonly status: number;
  readonly body: { readonly message?: string; readonly reason?: string };
}

async function send(
  method: string,
  target: string,
  options: { body?: object; user?: { name: string; groups: readonly string[] } } = {},
): Promise<Answer> {
  const answer = await server.request(target, { method, ...options });
  return { status: answer.status, body: await answer.json<Answer["body"]>() };
}

async function isStored(key: string): Promise<boolean> {
  return (await engine.get(key)) !== undefined;
}

/** Starts a server with a good object, an object with a finalizer whose stored bytes were changed, and an encrypted one. */
async function start(...flags: readonly string[]): Promise<void> {
  engine = openMemoryEngine();
  server = await startServer({ engine });
  await send("POST", maps, { body: { metadata: { name: "good" } } });
  await send("POST", maps, { body: { metadata: { name: "bad", finalizers: ["example.com/kept"] } } });
  await server.close();
  const entry = await engine.get(badKey);
  const damaged = Buffer.from(entry?.value ?? []);
  damaged.fill(0x20, damaged.length - 5);
  await engine.put(badKey, damaged, entry?.revision ?? 0);
  await engine.put("/registry/secrets/default/sealed", Buffer.from("k8s:enc:aesgcm:v1:one:x"), 0);
  server = await startServer({ engine, flags });
}

afterEach(async () => {
  await server.close();
  await engine[Symbol.asyncDispose]();
});

describe("without the feature gate", () => {
  beforeEach(async () => {
    await start();
  });

  test("[DEL-08] an unreadable object cannot be deleted without the option, and with its value false", async () => {
    for (const query of ["", `?${option}=false`]) {
      const { status, body } = await send("DELETE", `${maps}/bad${query}`);
      expect([status, body.reason]).toEqual([500, "InternalError"]);
    }
    expect(await isStored(badKey)).toBe(true);
  });

  test("[DEL-10] the option has no effect", async () => {
    expect((await send("DELETE", `${maps}/bad?${option}=true`)).status).toBe(500);
    expect(await isStored(badKey)).toBe(true);
    expect((await send("DELETE", `${maps}/good?${option}=true`)).status).toBe(200);
  });

  test("reads report unreadable objects, and other objects stay available", async () => {
    const list = await send("GET", maps);
    expect(list.body).toMatchObject({
      code: 500,
      reason: "StorageReadError",
      message: "failed to read one or more configmaps from the storage",
      details: { name: "list", kind: "configmaps", causes: [{ reason: "UnexpectedServerResponse", field: badKey }] },
    });
    expect((await send("GET", `${maps}/good`)).status).toBe(200);
    expect((await send("GET", "/api/v1/namespaces/default/secrets/sealed")).body.message).toBe(
      "Internal error occurred: StorageError: corrupt object, Code: 7, Key: /secrets/default/sealed, ResourceVersion: 0, AdditionalErrorMsg: data from the storage is not transformable revision=0: identity transformer tried to read encrypted data",
    );
    expect((await send("PUT", `${maps}/bad`, { body: { metadata: { name: "bad" } } })).body.message).toMatch(
      /^object not decodable revision=\d+: /,
    );
    expect((await send("POST", maps, { body: { metadata: { name: "bad" } } })).status).toBe(409);
  });
});

describe("with the feature gate", () => {
  beforeEach(async () => {
    await start("--feature-gates=AllowUnsafeMalformedObjectDeletion=true");
  });

  test("[DEL-09] [DEL-13] the option deletes an unreadable object at once, whatever its finalizers", async () => {
    const { status, body } = await send("DELETE", `${maps}/bad`, { body: { [option]: true } });
    expect([status, body]).toEqual([
      200,
      {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Success",
        details: { name: "bad", kind: "ConfigMap" },
        code: 200,
      },
    ]);
    expect(await isStored(badKey)).toBe(false);
    expect((await send("GET", maps)).status).toBe(200);
    expect((await send("POST", maps, { body: { metadata: { name: "bad" } } })).status).toBe(201);
  });

  test("[DEL-09] the option deletes an object that cannot be decrypted", async () => {
    expect((await send("DELETE", `/api/v1/namespaces/default/secrets/sealed?${option}=true`)).status).toBe(200);
    expect(await isStored("/registry/secrets/default/sealed")).toBe(false);
  });

  test("[DEL-08] an unreadable object cannot be deleted without the option", async () => {
    expect((await send("DELETE", `${maps}/bad`)).status).toBe(500);
    expect(await isStored(badKey)).toBe(true);
  });

  test.each(["good", "missing"])(
    "[DEL-12] the option is rejected for the object %s, and changes nothing",
    async (name) => {
      const { status, body } = await send("DELETE", `${maps}/${name}?${option}=true`);
      expect([status, body]).toMatchObject([
        422,
        {
          message: `configmaps "${name}" is invalid: ${option}: Invalid value: true: is exclusively used to delete corrupt object(s), try again by removing this option`,
          details: { name, kind: "configmaps" },
        },
      ]);
      expect((await send("GET", `${maps}/good`)).status).toBe(200);
    },
  );

  test("[DEL-11] the option needs the permission for its verb besides the one for deletions", async () => {
    const grant = async (name: string, verbs: readonly string[]): Promise<void> => {
      const group = "rbac.authorization.orch.io";
      const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs }];
      await send("POST", `/apis/${group}/v1/clusterroles`, { body: { metadata: { name }, rules } });
      await send("POST", `/apis/${group}/v1/clusterrolebindings`, {
        body: {
          metadata: { name },
          roleRef: { apiGroup: group, kind: "ClusterRole", name },
          subjects: [{ apiGroup: group, kind: "User", name: "ann" }],
        },
      });
    };
    await grant("deleter", ["delete"]);
    const rejected = await send("DELETE", `${maps}/bad?${option}=true`, { user: { name: "ann", groups: [] } });
    expect([rejected.status, rejected.body.message]).toEqual([
      403,
      'configmaps "bad" is forbidden: not permitted to do "unsafe-delete-ignore-read-errors", reason: ',
    ]);
    expect(await isStored(badKey)).toBe(true);
    await grant("unsafe-deleter", ["unsafe-delete-ignore-read-errors"]);
    expect((await send("DELETE", `${maps}/bad?${option}=true`, { user: { name: "ann", groups: [] } })).status).toBe(
      200,
    );
  });

  test("the option is rejected for collections", async () => {
    const { status, body } = await send("DELETE", `${maps}?${option}=true`);
    expect([status, body.message]).toEqual([
      422,
      `DeleteOptions.meta.orch.io "" is invalid: ${option}: Invalid value: true: is not allowed with DELETECOLLECTION, try again after removing the option`,
    ]);
    expect(await isStored(badKey)).toBe(true);
  });
});

test("the audit event of an unsafe deletion has an annotation", async () => {
  using folder = new AuditFolder("Metadata", "audit.orch.io");
  await start("--feature-gates=AllowUnsafeMalformedObjectDeletion=true", ...folder.flags);
  const deletion = (auditID: string, user: { name: string; groups: readonly string[] }, query: string) =>
    server.request(`${maps}/bad${query}`, { method: "DELETE", headers: { "audit-id": auditID }, user });
  const unsafe = `?${option}=true`;
  await deletion("plain", { name: "root", groups: ["system:masters"] }, "");
  await deletion("allowed", { name: "root", groups: ["system:masters"] }, unsafe);
  const annotation = "apiserver.orch.io/unsafe-delete-ignore-read-error";
  expect(folder.last("plain").annotations).not.toHaveProperty([annotation]);
  expect(folder.last("allowed").annotations).toMatchObject({ [annotation]: "" });
});
