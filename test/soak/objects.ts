/** Manifests of the objects that a soak writes. */
import type { Slot } from "./population.ts";

/** Returns the manifest of a slot's object. */
export function objectOf(slot: Slot): object {
  const metadata = { name: slot.name, labels: { tier: slot.tier } };
  switch (slot.resource) {
    case "configmaps":
      return { metadata, data: { serial: String(slot.serial), text: textOf(slot, 800) } };
    case "secrets":
      return { metadata, stringData: { serial: String(slot.serial), token: textOf(slot, 3000) } };
    case "pods":
      return { metadata, spec: { containers: [container("web"), container("side")] } };
  }
}

/** Returns a merge patch that changes a slot's object. */
export function patchOf(slot: Slot): object {
  const metadata = { labels: { tier: slot.tier }, annotations: { serial: String(slot.serial) } };
  return slot.resource === "configmaps" ? { metadata, data: { serial: String(slot.serial) } } : { metadata };
}

/** Returns text whose length depends on the serial number, so that it differs between writes. */
function textOf({ serial }: Slot, characters: number): string {
  return "abcdefghij".repeat(characters / 10).slice(0, characters - (serial % 100));
}

function container(name: string): object {
  return {
    name,
    image: `registry.example/${name}:v1`,
    env: Array.from({ length: 8 }, (_, index) => ({ name: `SETTING_${index}`, value: `value-${index}` })),
    ports: [{ containerPort: 8080, name: "http" }],
    resources: { requests: { cpu: "100m", memory: "128Mi" } },
  };
}
