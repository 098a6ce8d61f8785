import { expect, test } from "vitest";
import { attackedServers } from "./attacked-server.ts";
import { createMap, mapsPath, namesOf } from "./config-maps.ts";

const withAttackedServer = attackedServers();

/** Returns the URL of the server that the next attack gets. */
async function nextUrl(options: Parameters<typeof withAttackedServer>[1] = {}): Promise<string> {
  let url = "";
  await withAttackedServer(async ({ server }) => {
    url = server.url;
  }, options);
  return url;
}

test("attacks with the same options share a server, and those that may write get separate servers", async () => {
  const url = await nextUrl();
  expect(await nextUrl({ mayStore: true })).not.toBe(url);
  expect(await nextUrl({ vocabulary: "kubernetes" })).not.toBe(url);
  expect(await nextUrl()).toBe(url);
});

test("an attack fails that leaves an object, and the next one gets a new server", async () => {
  const url = await nextUrl();
  await expect(withAttackedServer(async ({ client }) => void (await createMap(client, "left")))).rejects.toThrow();
  await withAttackedServer(async ({ client, server }) => {
    expect(server.url).not.toBe(url);
    expect(namesOf(await client.request(mapsPath))).toEqual(["bystander"]);
  });
});
