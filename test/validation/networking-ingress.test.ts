import { describe } from "vitest";
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
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
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

  ingresses.accepts("a backend may be an object of another kind", backendOf({ resource }));
  ingresses.create("[IngressBackend#1] is a Service or a resource, not both", backendOf({ resource, service }), [
    `${backend}: Invalid value: "": cannot set both resource and service backends`,
  ]);
  ingresses.create("[IngressBackend#2] names its Service", backendOf({ service: { ...service, name: "" } }), [
    `${backend}.service.name: Required value`,
  ]);
  ingresses.create(
    "[IngressBackend#3] names what can be a Service",
    backendOf({ service: { ...service, name: "1" } }),
    [
      `${backend}.service.name: Invalid value: "1": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
    ],
  );
  ingresses.create(
    "[IngressBackend#4] has a port by name or by number",
    backendOf({ service: { name: "web", port: { name: "http", number: 80 } } }),
    [`${backend}: Invalid value: "": cannot set both port name & port number`],
  );
  ingresses.create(
    "[IngressBackend#5] has a port with a name of the form of ports",
    backendOf({ service: { name: "web", port: { name: "80" } } }),
    [`${backend}.service.port.name: Invalid value: "80": must contain at least one letter (a-z)`],
  );
  ingresses.create(
    "[IngressBackend#6] has a port up to 65535",
    backendOf({ service: { name: "web", port: { number: 65_536 } } }),
    [`${backend}.service.port.number: Invalid value: 65536: must be between 1 and 65535, inclusive`],
  );
  ingresses.create("[IngressBackend#7] has a port", backendOf({ service: { name: "web" } }), [
    `${backend}: Required value: port name or number is required`,
  ]);
  ingresses.create("[IngressBackend#8] is something", backendOf({}), [
    `${backend}: Invalid value: "": resource or service backend is required`,
  ]);

  ingresses.create(
    "[TypedLocalObjectReference#1] has a group of the form of groups, also when it is empty",
    backendOf({ resource: { ...resource, apiGroup: "" } }),
    [`${backend}.resource.apiGroup: Invalid value: "": ${subdomain}`],
  );
  ingresses.create("[TypedLocalObjectReference#2] has a kind", backendOf({ resource: { ...resource, kind: "" } }), [
    `${backend}.resource.kind: Required value: kind is required`,
  ]);
  ingresses.create(
    "[TypedLocalObjectReference#3] has a kind that can stand in a path",
    backendOf({ resource: { ...resource, kind: "a/b" } }),
    [`${backend}.resource.kind: Invalid value: "a/b": may not contain '/'`],
  );
  ingresses.create("[TypedLocalObjectReference#4] has a name", backendOf({ resource: { ...resource, name: "" } }), [
    `${backend}.resource.name: Required value: name is required`,
  ]);
  ingresses.create(
    "[TypedLocalObjectReference#5] has a name that can stand in a path",
    backendOf({ resource: { ...resource, name: "a%b" } }),
    [`${backend}.resource.name: Invalid value: "a%b": may not contain '%'`],
  );
});

describe("an Ingress", () => {
  ingresses.create(
    "[Ingress#1] leads somewhere",
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
  ingresses.create("[Ingress#2] has hosts with names", hostOf("10.0.0.1"), [
    `${host}: Invalid value: "10.0.0.1": must be a DNS name, not an IP address`,
  ]);
  ingresses.accepts("a host may be all those of a domain", hostOf("*.example.com"));
  ingresses.create("[Ingress#3] has an asterisk as the first label of a host", hostOf("a.*.com"), [
    `${host}: Invalid value: "a.*.com": ${wildcard}`,
  ]);
  ingresses.create("[Ingress#4] has hosts in lower case", hostOf("Web"), [
    `${host}: Invalid value: "Web": ${subdomain}`,
  ]);

  ingresses.create(
    "[Ingress#5] has paths for a host",
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
    "[Ingress#6] says how a path is compared, and is not asked for more before",
    pathOf({ pathType: null, backend: {} }),
    [`${first}.pathType: Required value: pathType must be specified`],
  );
  ingresses.create("[Ingress#7] begins its paths with a slash", pathOf({ path: "a" }), [
    `${first}.path: Invalid value: "a": must be an absolute path`,
  ]);
  ingresses.create(
    "an Ingress begins paths of any type with a slash",
    pathOf({ path: "a", pathType: "ImplementationSpecific" }),
    [`${first}.path: Invalid value: "a": must be an absolute path`],
  );
  ingresses.accepts(
    "a path that the controller understands may be empty",
    pathOf({ path: "", pathType: "ImplementationSpecific" }),
  );
  const winding = "//a/./b/../c%2fd%2Fe";
  ingresses.create(
    "[Ingress#8] has paths without detours",
    pathOf({ path: winding }),
    ["//", "/./", "/../", "%2f", "%2F"].map(
      (part) => `${first}.path: Invalid value: "${winding}": must not contain '${part}'`,
    ),
  );
  ingresses.create("[Ingress#9] has paths without a detour at the end", pathOf({ path: "/a/.." }), [
    `${first}.path: Invalid value: "/a/..": cannot end with '/..'`,
  ]);
  ingresses.create("an Ingress has no point as the last step of a path", pathOf({ path: "/a/.", pathType: "Exact" }), [
    `${first}.path: Invalid value: "/a/.": cannot end with '/.'`,
  ]);
  ingresses.create("[Ingress#10] compares paths in a way that there is", pathOf({ pathType: "Regex" }), [
    `${first}.pathType: Unsupported value: "Regex": supported values: "Exact", "ImplementationSpecific", "Prefix"`,
  ]);

  const tlsOf = (members: object) => {
    return ({ spec }: Manifest): void => {
      Object.assign(spec.tls[0], members);
    };
  };
  ingresses.create("[Ingress#11] has an asterisk as the first label of a certificate", tlsOf({ hosts: ["*"] }), [
    `spec.tls[0].hosts[0]: Invalid value: "*": ${wildcard}`,
  ]);
  ingresses.create("[Ingress#12] has hosts of certificates in lower case", tlsOf({ hosts: ["Web"] }), [
    `spec.tls[0].hosts[0]: Invalid value: "Web": ${subdomain}`,
  ]);
  ingresses.create("[Ingress#13] names what can be a Secret", tlsOf({ secretName: "Web" }), [
    `spec.tls[0].secretName: Invalid value: "Web": ${subdomain}`,
  ]);
  ingresses.create(
    "[Ingress#14] names what can be a class",
    ({ spec }) => {
      spec.ingressClassName = "";
    },
    [`spec.ingressClassName: Invalid value: "": ${subdomain}`],
  );
  ingresses.create(
    "[Ingress#15] says the same class in both ways of saying it",
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

  ingresses.update("[Ingress#16] has addresses that can be read", {
    subresource: "status",
    change: addressOf({ ip: "10.0.0" }),
    causes: [`${address}.ip: Invalid value: "10.0.0": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)`],
  });
  ingresses.update("[Ingress#17] has hosts in lower case", {
    subresource: "status",
    change: addressOf({ hostname: "Web" }),
    causes: [`${address}.hostname: Invalid value: "Web": ${subdomain}`],
  });
  ingresses.update("[Ingress#18] has hosts with names", {
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

  classes.update("[IngressClass#1] keeps its controller", {
    change: specOf({ controller: "example.com/other" }),
    causes: ['spec.controller: Invalid value: "example.com/other": field is immutable'],
  });
  classes.create("[IngressClass#2] has a controller of 250 bytes at most", specOf({ controller: long }), [
    "spec.controller: Too long: may not be more than 250 bytes",
  ]);
  classes.accepts("a controller may have 250 bytes", specOf({ controller: long.slice(1) }));
  classes.create("[IngressClass#3] has a controller with a domain", specOf({ controller: "ingress" }), [
    'spec.controller: Invalid value: "ingress": must be a domain-prefixed path (such as "acme.io/foo")',
  ]);
  classes.create("an IngressClass has a controller", specOf({ controller: "" }), ["spec.controller: Required value"]);
  classes.create(
    "[IngressClass#5] looks for its parameters where there are some",
    specOf({ parameters: { ...parameters, scope: "Everywhere" } }),
    ['spec.parameters.scope: Unsupported value: "Everywhere": supported values: "Cluster", "Namespace"'],
  );
  classes.create(
    "[IngressClass#6] says in which namespace its parameters are",
    specOf({ parameters: { kind: "Settings", name: "main", scope: "Namespace" } }),
    ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
  );
  classes.create(
    "[IngressClass#7] says what can be a namespace",
    specOf({ parameters: { ...parameters, namespace: "a.b" } }),
    ['spec.parameters.namespace: Invalid value: "a.b": must not contain dots'],
  );
  classes.create(
    "[IngressClass#8] says no namespace where its parameters are in none",
    specOf({ parameters: { ...parameters, scope: "Cluster" } }),
    ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
  );
});
