import { describe } from "vitest";
import { notSubdomain } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const service = { name: "web", port: { number: 80 } };
const ingresses = new Refusals(server, "/apis/networking.orch.io/v1/namespaces/default/ingresses", {
  spec: {
    defaultBackend: { service },
    tls: [{ hosts: ["web.example.com"], secretName: "web" }],
    rules: [{ host: "web.example.com", http: { paths: [{ path: "/", pathType: "Prefix", backend: { service } }] } }],
  },
});
const wildcard =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe("a backend of an Ingress", () => {
  const backendOf = (backend: object) => {
    return ({ spec }: Manifest): void => {
      spec.defaultBackend = backend;
    };
  };
  const backend = "spec.defaultBackend";
  const resource = { apiGroup: "example.com", kind: "Bucket", name: "pictures" };

  ingresses.accepts("a backend with a resource is accepted", backendOf({ resource }));
  ingresses.create(
    "[IngressBackend#1] a backend with both resource and service is rejected",
    backendOf({ resource, service }),
    [`${backend}: Invalid value: "": cannot set both resource and service backends`],
  );
  ingresses.create(
    "[IngressBackend#2] a backend service without a name is rejected",
    backendOf({ service: { ...service, name: "" } }),
    [`${backend}.service.name: Required value`],
  );
  ingresses.create(
    "[IngressBackend#3] a backend service whose name is no DNS label is rejected",
    backendOf({ service: { ...service, name: "1" } }),
    [
      `${backend}.service.name: Invalid value: "1": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
    ],
  );
  ingresses.create(
    "[IngressBackend#4] a backend service with both port name and port number is rejected",
    backendOf({ service: { name: "web", port: { name: "http", number: 80 } } }),
    [`${backend}: Invalid value: "": cannot set both port name & port number`],
  );
  ingresses.create(
    "[IngressBackend#5] a backend service with the port name 80 is rejected",
    backendOf({ service: { name: "web", port: { name: "80" } } }),
    [`${backend}.service.port.name: Invalid value: "80": must contain at least one letter (a-z)`],
  );
  ingresses.create(
    "[IngressBackend#6] a backend service with port 65536 is rejected",
    backendOf({ service: { name: "web", port: { number: 65_536 } } }),
    [`${backend}.service.port.number: Invalid value: 65536: must be between 1 and 65535, inclusive`],
  );
  ingresses.create(
    "[IngressBackend#7] a backend service without a port is rejected",
    backendOf({ service: { name: "web" } }),
    [`${backend}: Required value: port name or number is required`],
  );
  ingresses.create("[IngressBackend#8] an empty backend is rejected", backendOf({}), [
    `${backend}: Invalid value: "": resource or service backend is required`,
  ]);

  ingresses.create(
    "[TypedLocalObjectReference#1] a backend resource with an empty apiGroup is rejected",
    backendOf({ resource: { ...resource, apiGroup: "" } }),
    [`${backend}.resource.apiGroup: Invalid value: "": ${notSubdomain}`],
  );
  ingresses.create(
    "[TypedLocalObjectReference#2] a backend resource without a kind is rejected",
    backendOf({ resource: { ...resource, kind: "" } }),
    [`${backend}.resource.kind: Required value: kind is required`],
  );
  ingresses.create(
    "[TypedLocalObjectReference#3] a backend resource with a slash in its kind is rejected",
    backendOf({ resource: { ...resource, kind: "a/b" } }),
    [`${backend}.resource.kind: Invalid value: "a/b": may not contain '/'`],
  );
  ingresses.create(
    "[TypedLocalObjectReference#4] a backend resource without a name is rejected",
    backendOf({ resource: { ...resource, name: "" } }),
    [`${backend}.resource.name: Required value: name is required`],
  );
  ingresses.create(
    "[TypedLocalObjectReference#5] a backend resource with a percent sign in its name is rejected",
    backendOf({ resource: { ...resource, name: "a%b" } }),
    [`${backend}.resource.name: Invalid value: "a%b": may not contain '%'`],
  );
});

describe("an Ingress", () => {
  ingresses.create(
    "[Ingress#1] an Ingress with neither defaultBackend nor rules is rejected",
    (ingress) => {
      ingress.spec = {};
    },
    ["spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` must be specified"],
  );

  const hostOf = (host: string) => {
    return ({ spec }: Manifest): void => {
      spec.rules[0].host = host;
    };
  };
  const host = "spec.rules[0].host";
  ingresses.create("[Ingress#2] a host that is an IP address is rejected", hostOf("10.0.0.1"), [
    `${host}: Invalid value: "10.0.0.1": must be a DNS name, not an IP address`,
  ]);
  ingresses.accepts("a host with a leading wildcard is accepted", hostOf("*.example.com"));
  ingresses.create("[Ingress#3] a host with a wildcard as second label is rejected", hostOf("a.*.com"), [
    `${host}: Invalid value: "a.*.com": ${wildcard}`,
  ]);
  ingresses.create("[Ingress#4] a host with a capital letter is rejected", hostOf("Web"), [
    `${host}: Invalid value: "Web": ${notSubdomain}`,
  ]);

  ingresses.create(
    "[Ingress#5] a rule without paths is rejected",
    ({ spec }) => {
      spec.rules[0].http.paths = [];
    },
    ["spec.rules[0].http.paths: Required value"],
  );

  const pathOf = (members: object) => {
    return ({ spec }: Manifest): void => {
      Object.assign(spec.rules[0].http.paths[0], members);
    };
  };
  const first = "spec.rules[0].http.paths[0]";
  ingresses.create(
    "[Ingress#6] a path without a pathType is rejected without errors about its backend",
    pathOf({ pathType: null, backend: {} }),
    [`${first}.pathType: Required value: pathType must be specified`],
  );
  ingresses.create("[Ingress#7] a path without a leading slash is rejected", pathOf({ path: "a" }), [
    `${first}.path: Invalid value: "a": must be an absolute path`,
  ]);
  ingresses.create(
    "a path of type ImplementationSpecific without a leading slash is rejected",
    pathOf({ path: "a", pathType: "ImplementationSpecific" }),
    [`${first}.path: Invalid value: "a": must be an absolute path`],
  );
  ingresses.accepts(
    "an empty path of type ImplementationSpecific is accepted",
    pathOf({ path: "", pathType: "ImplementationSpecific" }),
  );
  const winding = "//a/./b/../c%2fd%2Fe";
  ingresses.create(
    "[Ingress#8] a path with double slashes, dot segments or encoded slashes is rejected",
    pathOf({ path: winding }),
    ["//", "/./", "/../", "%2f", "%2F"].map(
      (part) => `${first}.path: Invalid value: "${winding}": must not contain '${part}'`,
    ),
  );
  ingresses.create("[Ingress#9] a path that ends with /.. is rejected", pathOf({ path: "/a/.." }), [
    `${first}.path: Invalid value: "/a/..": cannot end with '/..'`,
  ]);
  ingresses.create("a path that ends with /. is rejected", pathOf({ path: "/a/.", pathType: "Exact" }), [
    `${first}.path: Invalid value: "/a/.": cannot end with '/.'`,
  ]);
  ingresses.create("[Ingress#10] a path with an unknown pathType is rejected", pathOf({ pathType: "Regex" }), [
    `${first}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`,
  ]);

  const tlsOf = (members: object) => {
    return ({ spec }: Manifest): void => {
      Object.assign(spec.tls[0], members);
    };
  };
  ingresses.create("[Ingress#11] a TLS host that is only a wildcard is rejected", tlsOf({ hosts: ["*"] }), [
    `spec.tls[0].hosts[0]: Invalid value: "*": ${wildcard}`,
  ]);
  ingresses.create("[Ingress#12] a TLS host with a capital letter is rejected", tlsOf({ hosts: ["Web"] }), [
    `spec.tls[0].hosts[0]: Invalid value: "Web": ${notSubdomain}`,
  ]);
  ingresses.create("[Ingress#13] a TLS secretName that is no DNS subdomain is rejected", tlsOf({ secretName: "Web" }), [
    `spec.tls[0].secretName: Invalid value: "Web": ${notSubdomain}`,
  ]);
  ingresses.create(
    "[Ingress#14] an empty ingressClassName is rejected",
    ({ spec }) => {
      spec.ingressClassName = "";
    },
    [`spec.ingressClassName: Invalid value: "": ${notSubdomain}`],
  );
  ingresses.create(
    "[Ingress#15] a class annotation that differs from ingressClassName is rejected",
    (ingress) => {
      ingress.metadata = { ...ingress.metadata, annotations: { "orch.io/ingress.class": "a" } };
      ingress.spec.ingressClassName = "b";
    },
    ['annotations.orch.io/ingress.class: Invalid value: "a": must match `ingressClassName` when both are specified'],
  );
});

describe("the status of an Ingress", () => {
  const addressOf = (address: object) => {
    return (ingress: Manifest): void => {
      ingress.status = { loadBalancer: { ingress: [address] } };
    };
  };
  const address = "status.loadBalancer.ingress[0]";

  ingresses.update("[Ingress#16] a load balancer ip that cannot be parsed is rejected", {
    subresource: "status",
    change: addressOf({ ip: "10.0.0" }),
    causes: [`${address}.ip: Invalid value: "10.0.0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`],
  });
  ingresses.update("[Ingress#17] a load balancer hostname with a capital letter is rejected", {
    subresource: "status",
    change: addressOf({ hostname: "Web" }),
    causes: [`${address}.hostname: Invalid value: "Web": ${notSubdomain}`],
  });
  ingresses.update("[Ingress#18] a load balancer hostname that is an IP address is rejected", {
    subresource: "status",
    change: addressOf({ hostname: "10.0.0.1" }),
    causes: [`${address}.hostname: Invalid value: "10.0.0.1": must be a DNS name, not an IP address`],
  });
});

describe("an IngressClass", () => {
  const parameters = { kind: "Settings", name: "main", scope: "Namespace", namespace: "default" };
  const classes = new Refusals(server, "/apis/networking.orch.io/v1/ingressclasses", {
    spec: { controller: "example.com/ingress", parameters },
  });
  const specOf = (members: object) => {
    return ({ spec }: Manifest): void => {
      Object.assign(spec, members);
    };
  };
  const long = `example.com/${"a".repeat(239)}`;

  classes.update("[IngressClass#1] an update that changes the controller of an IngressClass is rejected", {
    change: specOf({ controller: "example.com/other" }),
    causes: ['spec.controller: Invalid value: "example.com/other": field is immutable'],
  });
  classes.create("[IngressClass#2] a controller of 251 bytes is rejected", specOf({ controller: long }), [
    "spec.controller: Too long: may not be more than 250 bytes",
  ]);
  classes.accepts("a controller of 250 bytes is accepted", specOf({ controller: long.slice(1) }));
  classes.create("[IngressClass#3] a controller without a domain is rejected", specOf({ controller: "ingress" }), [
    'spec.controller: Invalid value: "ingress": must be a domain-prefixed path (such as "acme.io/foo")',
  ]);
  classes.create("an IngressClass without a controller is rejected", specOf({ controller: "" }), [
    "spec.controller: Required value",
  ]);
  classes.create(
    "[IngressClass#5] parameters with an unknown scope are rejected",
    specOf({ parameters: { ...parameters, scope: "Everywhere" } }),
    ['spec.parameters.scope: Unsupported value: "Everywhere": supported values: "Cluster", "Namespace"'],
  );
  classes.create(
    "[IngressClass#6] parameters of scope Namespace without a namespace are rejected",
    specOf({ parameters: { kind: "Settings", name: "main", scope: "Namespace" } }),
    ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
  );
  classes.create(
    "[IngressClass#7] parameters with an invalid namespace are rejected",
    specOf({ parameters: { ...parameters, namespace: "a.b" } }),
    ['spec.parameters.namespace: Invalid value: "a.b": must not contain dots'],
  );
  classes.create(
    "[IngressClass#8] parameters of scope Cluster with a namespace are rejected",
    specOf({ parameters: { ...parameters, scope: "Cluster" } }),
    ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
  );
});
