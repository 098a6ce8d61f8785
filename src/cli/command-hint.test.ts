import { expect, test } from "vitest";
import { commandHint } from "./command-hint.ts";

const target = { title: "configmap/m", namespace: "shop" };

test("a suggested command names the namespace, its flags, and the server of the present command", () => {
  const context = { serverFlags: ["--kubeconfig=/a/admin.kubeconfig", "--vocabulary=kubernetes"] };
  expect(commandHint("history", target, context, ["--before=5"])).toBe(
    "orch history configmap/m -n shop --before=5 --kubeconfig=/a/admin.kubeconfig --vocabulary=kubernetes",
  );
});

test("a suggested command about an object without a namespace has no flag for it", () => {
  expect(commandHint("owners", { title: "node/a", namespace: "" }, { serverFlags: [] })).toBe("orch owners node/a");
});

test("words that a shell would change are quoted", () => {
  const context = { serverFlags: ["--context=it's me", "--as=$USER"] };
  expect(commandHint("history", target, context)).toBe(
    "orch history configmap/m -n shop '--context=it'\\''s me' '--as=$USER'",
  );
});
