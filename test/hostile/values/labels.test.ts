/** Labels, selectors with every operator, and names, at and beyond their limits. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusals, ruleServer } from "../../support/refusals.ts";
import { startTestServer } from "../../support/test-server.ts";
import { createObject } from "../../support/writes.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const badValue =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const badPart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const badSubdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const repeatA = (count: number): string => "a".repeat(count);

describe("labels", () => {
  const objects = new Refusals(ruleServer(), maps, {});
  const labelled = (labels: object) => (object: { metadata: object }) => {
    Object.assign(object.metadata, { labels });
  };
  const key = (name: string, ...whys: readonly string[]): void =>
    objects.create(
      `a label with the key ${JSON.stringify(name).slice(0, 60)} is rejected`,
      labelled({ [name]: "" }),
      whys.map((why) => `metadata.labels: Invalid value: ${JSON.stringify(name)}: ${why}`),
    );
  const value = (text: string, ...whys: readonly string[]): void =>
    objects.create(
      `a label with the value ${JSON.stringify(text).slice(0, 60)} is rejected`,
      labelled({ a: text }),
      whys.map((why) => `metadata.labels: Invalid value: ${JSON.stringify(text)}: ${why}`),
    );

  objects.accepts(
    "labels of the maximum length are accepted",
    labelled({ [repeatA(63)]: repeatA(63), [`${repeatA(253)}/${repeatA(63)}`]: "" }),
  );
  objects.accepts(
    "labels with all allowed characters are accepted",
    labelled({ "A_b.c-9": "A_b.c-9", "a.b/C": "1", 5: "5" }),
  );
  objects.accepts(
    "labels with names of JavaScript properties are accepted",
    labelled({ constructor: "constructor", toString: "x" }),
  );
  key("", "name part must be non-empty", badPart);
  key(repeatA(64), "name part must be no more than 63 characters");
  key(`${repeatA(254)}/a`, "prefix part must be no more than 253 characters");
  key("/a", "prefix part must be non-empty");
  key("a/", "name part must be non-empty", badPart);
  key(
    "a/b/c",
    `a qualified ${badPart.replace("name part", "name")} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
  );
  key("A/b", `prefix part ${badSubdomain}`);
  key("a b", badPart);
  key("-a", badPart);
  key("a.", badPart);
  key("日本", badPart);
  key("é", badPart);
  key("__proto__", badPart);
  value(repeatA(64), "must be no more than 63 characters");
  value("日本", badValue);
  value("a b", badValue);
  value("a/b", badValue);
  value("-", badValue);
  value("a_", badValue);
  value("a\n", badValue);
  value("１", badValue);
  // The limit counts bytes, not characters.
  value("é".repeat(32), "must be no more than 63 characters", badValue);
});

describe("names of objects", () => {
  const objects = new Refusals(ruleServer(), maps, {});
  const called = (name: string) => (object: { metadata: { name?: string } }) => {
    object.metadata.name = name;
  };

  objects.accepts("names of 253 characters are accepted", called(repeatA(253)));
  for (const [name, ...whys] of [
    [repeatA(254), "must be no more than 253 characters"],
    ["A", badSubdomain],
    ["a_b", badSubdomain],
    ["-a", badSubdomain],
    ["a-", badSubdomain],
    ["a..b", badSubdomain],
    ["a.-b", badSubdomain],
    ["é", badSubdomain],
    ["日本", badSubdomain],
    ["a b", badSubdomain],
    ["a\u0000", badSubdomain],
  ] as const) {
    objects.create(
      `the name ${JSON.stringify(name).slice(0, 40)} is rejected`,
      called(name),
      whys.map((why) => `metadata.name: Invalid value: ${JSON.stringify(name).replace("\\u0000", "\\x00")}: ${why}`),
    );
  }

  const services = new Refusals(ruleServer(), "/api/v1/namespaces/default/services", {
    spec: { clusterIP: "None", ports: [{ port: 80 }] },
  });
  services.accepts("names of Services with 63 characters are accepted", called(repeatA(63)));
  services.create("names of Services with 64 characters are rejected", called(repeatA(64)), [
    `metadata.name: Invalid value: "${repeatA(64)}": must be no more than 63 characters`,
  ]);
});

describe("generated names", () => {
  const server = ruleServer();

  test.each([
    ["a-", /^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/],
    [repeatA(58), /^a{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/],
    [repeatA(59), /^a{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/],
    [repeatA(63), /^a{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/],
    [repeatA(253), /^a{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/],
  ])("a generated name has the prefix %s, cut to 58 characters", async (generateName, name) => {
    const made = await createObject(server().client, maps, { metadata: { generateName } });
    expect(made.metadata).toMatchObject({ generateName, name: expect.stringMatching(name) });
  });

  const objects = new Refusals(server, maps, {});
  const beginning = (generateName: string) => (object: { metadata: object }) => {
    object.metadata = { generateName };
  };
  objects.create("a generateName of 254 characters is rejected", beginning(repeatA(254)), [
    `metadata.generateName: Invalid value: "${repeatA(254)}": must be no more than 253 characters`,
  ]);
  objects.create("a malformed generateName is rejected with causes for generateName and name", beginning("Ab-"), [
    `metadata.generateName: Invalid value: "Ab-": ${badSubdomain}`,
    new RegExp(`^metadata\\.name: Invalid value: "Ab-[a-z0-9]{5}": `),
  ]);
});

describe("label selectors of lists", async () => {
  const running = await startTestServer();
  const { client } = running;
  afterAll(() => running[Symbol.asyncDispose]());
  beforeAll(async () => {
    for (const [name, labels] of Object.entries({
      none: {},
      red: { colour: "red", size: "5" },
      blue: { colour: "blue", size: "10" },
      empty: { colour: "", size: "x" },
      prefixed: { "example.com/colour": "red", size: "3" },
    })) {
      await createObject(client, maps, { metadata: { name, labels } });
    }
  });

  test.each<[string, string[]]>([
    ["colour", ["blue", "empty", "red"]],
    ["!colour", ["none", "prefixed"]],
    ["colour=red", ["red"]],
    ["colour==red", ["red"]],
    ["colour=", ["empty"]],
    ["colour!=red", ["blue", "empty", "none", "prefixed"]],
    ["colour!=", ["blue", "none", "prefixed", "red"]],
    ["colour in (red,blue)", ["blue", "red"]],
    ["colour in (,red)", ["empty", "red"]],
    ["colour in ()", ["empty"]],
    ["colour notin (red,blue)", ["empty", "none", "prefixed"]],
    ["colour notin ()", ["blue", "none", "prefixed", "red"]],
    ["size>5", ["blue"]],
    ["size<5", ["prefixed"]],
    ["size > 4", ["blue", "red"]],
    ["example.com/colour=red", ["prefixed"]],
    ["colour=red,size=5", ["red"]],
    ["colour=red,colour=blue", []],
    ["colour,colour!=red, size in (10,x)", ["blue", "empty"]],
    [" colour = red ", ["red"]],
    ["constructor", []],
    ["!toString", ["blue", "empty", "none", "prefixed", "red"]],
  ])("a list with the label selector %j returns the selected objects", async (selector, names) => {
    const answer = await client.request(`${maps}?labelSelector=${encodeURIComponent(selector)}`);
    expect(answer.status, answer.text).toBe(200);
    const found = (answer.json.items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
    expect(found.filter((name) => !name.includes(".")).sort()).toEqual(names);
  });
});

describe("label selectors in objects", () => {
  const budgets = new Refusals(ruleServer(), "/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
    spec: { minAvailable: 1 },
  });
  const selecting =
    (...matchExpressions: readonly object[]) =>
    (budget: { spec: object }) => {
      Object.assign(budget.spec, { selector: { matchExpressions } });
    };
  const path = "spec.selector.matchExpressions";

  budgets.accepts(
    "a selector in an object may use all four operators",
    selecting(
      { key: "a", operator: "In", values: ["1", ""] },
      { key: "a", operator: "NotIn", values: ["2"] },
      { key: "example.com/a", operator: "Exists" },
      { key: "b", operator: "DoesNotExist", values: [] },
    ),
  );
  budgets.create(
    "an invalid selector in an object gets all causes in order",
    selecting(
      { key: "a", operator: "In" },
      { key: "a", operator: "NotIn", values: [] },
      { key: "a", operator: "Exists", values: ["1"] },
      { key: "a", operator: "DoesNotExist", values: ["1"] },
      { key: "a", operator: "Gt", values: ["1"] },
      { key: "a", operator: "in", values: ["1"] },
      { key: "a", operator: "", values: ["1"] },
      { key: "é", operator: "Exists" },
      { key: repeatA(64), operator: "Exists" },
    ),
    [
      `${path}[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      `${path}[1].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
      `${path}[2].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      `${path}[3].values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      `${path}[4].operator: Invalid value: "Gt": not a valid selector operator`,
      `${path}[5].operator: Invalid value: "in": not a valid selector operator`,
      `${path}[6].operator: Invalid value: "": not a valid selector operator`,
      `${path}[7].key: Invalid value: "é": ${badPart}`,
      `${path}[8].key: Invalid value: "${repeatA(64)}": name part must be no more than 63 characters`,
    ],
  );
});
