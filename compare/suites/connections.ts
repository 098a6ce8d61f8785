/** Connections to Nodes, Pods and Services, as far as the API server handles them. */
import { patchTypes } from "../patch-types.ts";
import type { ComparedServer, Scenario } from "../suite.ts";

const mergePatch = { "content-type": patchTypes.merge };

/** Makes the scenarios about logs, streams and proxies. */
export function* connectionScenarios(): Iterable<Scenario> {
  yield { title: "connections to Pods", run: connectToPods };
  yield { title: "connections to Pods at special addresses", run: connectToAddresses };
  yield { title: "connections to Services", run: connectToServices };
}

const main = { name: "main", image: "web:1" };

async function connectToPods(server: ComparedServer): Promise<void> {
  const node = server.name("node");
  const pods = `/api/v1/namespaces/${server.namespace}/pods`;
  await server.prepare("/api/v1/nodes", { body: { metadata: { name: node } } });
  // The reference requires an address before it requests an upgrade. Nothing in this scenario connects to it.
  const status = { addresses: [{ type: "InternalIP", address: "10.1.0.1" }] };
  await server.prepare(`/api/v1/nodes/${node}/status`, { method: "PATCH", headers: mergePatch, body: { status } });
  const specs = {
    unbound: { containers: [main] },
    lost: { nodeName: server.name("none"), containers: [main] },
    bound: { nodeName: node, containers: [main] },
    several: {
      nodeName: node,
      containers: [main, { ...main, name: "side" }],
      initContainers: [{ ...main, name: "init" }],
    },
  };
  for (const [name, spec] of Object.entries(specs)) await server.prepare(pods, { body: { metadata: { name }, spec } });
  for (const name of [...Object.keys(specs), "none"]) {
    for (const subresource of ["log", "exec", "attach", "portforward", "proxy"]) {
      if (subresource !== "log" || name === "none") await server.send(`${pods}/${name}/${subresource}?dryRun=All`);
    }
    for (const query of ["", "?container=other", "?container=init", "?tailLines=-1", "?tailLines=x"]) {
      // The server connects only if the Node exists.
      const connects = name === "bound" || name === "several";
      if (!connects || query.includes("other") || query.includes("tailLines"))
        await server.send(`${pods}/${name}/log${query}`);
    }
    for (const streams of ["exec?command=ls&stdout=1", "attach?stdout=1", "portforward?ports=80"]) {
      for (const method of ["GET", "POST", "PUT"]) await server.send(`${pods}/${name}/${streams}`, { method });
      await server.send(`${pods}/${name}/${streams}&container=other`, { method: "POST" });
    }
    await server.send(`${pods}/${name}/proxy/`);
    await server.send(`${pods}/ftp:${name}:21/proxy/`);
  }
  await server.send(`/api/v1/nodes/${server.name("none")}/proxy/metrics`);
  await server.send(`/api/v1/nodes/a:b:c:d/proxy/`);
}

async function connectToAddresses(server: ComparedServer): Promise<void> {
  const pods = `/api/v1/namespaces/${server.namespace}/pods`;
  await server.prepare(pods, { body: { metadata: { name: "web" }, spec: { containers: [main] } } });
  for (const ip of [
    "127.0.0.1",
    "169.254.1.2",
    "224.0.0.5",
    "255.255.255.255",
    "0.0.0.0",
    "::1",
    "fe80::1",
    "ff05::1",
  ]) {
    const body = { status: { podIP: ip, podIPs: [{ ip }] } };
    await server.send(`${pods}/web/status`, { method: "PATCH", headers: mergePatch, body });
    await server.send(`${pods}/web/proxy/`);
  }
}

async function connectToServices(server: ComparedServer): Promise<void> {
  const core = `/api/v1/namespaces/${server.namespace}`;
  await server.prepare(`${core}/pods`, { body: { metadata: { name: "web" }, spec: { containers: [main] } } });
  const body = { status: { podIP: "10.1.0.7", podIPs: [{ ip: "10.1.0.7" }] } };
  await server.prepare(`${core}/pods/web/status`, { method: "PATCH", headers: mergePatch, body });
  const ports = [{ name: "http", port: 80 }];
  await server.prepare(`${core}/services`, { body: { metadata: { name: "web" }, spec: { ports } } });
  const proxies = async (): Promise<void> => {
    for (const name of [
      "web",
      "web:80",
      "web:http",
      "web:81",
      "web:other",
      "https:web:http",
      "a:b:c:d",
      ":80",
      "none",
    ]) {
      await server.send(`${core}/services/${name}/proxy/`);
    }
  };
  await proxies();
  await server.send(`${core}/endpoints`, { body: { metadata: { name: "web" } } });
  await proxies();
  const targetRef = { kind: "Pod", namespace: server.namespace, name: "web" };
  const addresses = [
    { ip: "10.1.0.7" },
    { ip: "10.1.0.8", targetRef },
    { ip: "10.1.0.7", targetRef: { ...targetRef, name: "none" } },
    { ip: "10.1.0.7", targetRef: { ...targetRef, namespace: "other" } },
  ];
  for (const address of addresses) {
    const subsets = [{ addresses: [address], ports }];
    await server.send(`${core}/endpoints/web`, { method: "PATCH", headers: mergePatch, body: { subsets } });
    await proxies();
  }
}
