import { expect, test } from "vitest";
import { Client } from "./client.ts";
import type { Transport } from "./transport.ts";

test("close() and the end of `await using` close the transport of a client", async () => {
  let closings = 0;
  const transport: Transport = {
    send: () => Promise.reject(new Error("no request is expected")),
    close: async () => {
      closings++;
    },
  };
  await new Client({ transport }).close();
  expect(closings).toBe(1);
  {
    await using _ = new Client({ transport });
  }
  expect(closings).toBe(2);
});
