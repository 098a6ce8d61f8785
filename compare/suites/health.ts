/** Health, version, and other paths that are not resources. */
import type { Scenario, Suite } from "../suite.ts";

const checks = [
  "ping",
  "log",
  "etcd",
  "informer-sync",
  "shutdown",
  "autoregister-completion",
  "poststarthook/start-system-namespaces-controller",
  "poststarthook/bootstrap-controller",
  "poststarthook/scheduling/bootstrap-system-priority-classes",
  "poststarthook/priority-and-fairness-config-producer",
  "poststarthook/start-cluster-authentication-info-controller",
  "nothing",
  "ping/",
];

const others = [
  "/",
  "/index.html",
  "/version",
  "/version/",
  "/healthz/",
  "/livez/",
  "/readyz/",
  "/metrics/",
  "/index.html/",
  "/logs",
  "/logs/",
  "/debug",
  "/configz",
  "/statusz",
  "/flagz",
  "/swaggerapi",
  "/swagger.json",
  "/openapi",
  "/openapi/",
  "/favicon.ico",
];

/** Paths about the server itself. */
export const health: Suite = {
  name: "health",
  covers: "health checks, the version, and other paths that are no resources",
  usesNamespaces: false,
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    for (const path of ["/healthz", "/livez", "/readyz"]) {
      yield {
        title: path,
        async run(server) {
          await server.send(path);
          await server.send(path, { method: "POST" });
          await server.send(`${path}?exclude=ping`);
          for (const check of checks) await server.send(`${path}/${check}`);
        },
      };
    }
    yield {
      title: "other paths",
      async run(server) {
        for (const path of others) await server.send(path);
        for (const accept of ["application/yaml", "text/html"]) await server.send("/version", { headers: { accept } });
      },
    };
    yield {
      title: "who asks",
      async run(server) {
        const body = { kind: "SelfSubjectReview", apiVersion: "authentication.k8s.io/v1" };
        await server.send("/apis/authentication.k8s.io/v1/selfsubjectreviews", { body });
      },
    };
  },
};
