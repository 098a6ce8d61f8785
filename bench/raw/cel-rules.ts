/** The five rules of the study, the object on which they are true, and its schema. */

/** Texts of the rules. */
export const rules = [
  "self.replicas <= self.maxReplicas",
  "self.items.all(i, i.name.matches('^[a-z]+$') && size(i.name) < 64)",
  "has(self.a) && self.a.startsWith('x')",
  "self.numbers.all(x, x > 0)",
  "self.name + '-' + string(self.replicas) == 'web-3'",
];

/** The index of the rule with a pattern. */
export const patternRule = 1;

/** The value of `self`. */
export const object = {
  replicas: 3,
  maxReplicas: 5,
  name: "web",
  a: "xyz",
  items: Array.from({ length: 10 }, (_, index) => ({ name: "name".repeat((index % 3) + 1) })),
  numbers: Array.from({ length: 100 }, (_, index) => index + 1),
};

/** The structural schema of `self`. */
export const schema = {
  type: "object",
  properties: {
    replicas: { type: "integer" },
    maxReplicas: { type: "integer" },
    name: { type: "string" },
    a: { type: "string" },
    items: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
    numbers: { type: "array", items: { type: "integer" } },
  },
};
