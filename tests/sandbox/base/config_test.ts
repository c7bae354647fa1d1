import { assertEquals, assertThrows } from "@std/assert";
import { createSandbox } from "@tonearm/sandbox";
import { checkConfig } from "../../../sandbox/base/config.ts";
import { control, serveSandbox } from "../../support/sandbox/requests.ts";

const MISTAKES: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ playsLimt: 3 }, "Cannot set playsLimt: no setting has this name, did you mean playsLimit?"],
  [{ playsLimit: "3" }, 'Cannot set playsLimit to "3": it must be a whole number from 0'],
  [{ playsLimit: -1 }, "Cannot set playsLimit to -1: it must be a whole number from 0"],
  [{ gatewayBurst: 0.5 }, "Cannot set gatewayBurst to 0.5: it must be a whole number from 0, or null"],
  [{ refreshReuse: "maybe" }, 'Cannot set refreshReuse to "maybe": it must be one of reject, revoke-family'],
  [{ redirectUri: "here" }, 'Cannot set redirectUri to "here": it must be a URL'],
  [{ country: "Germany" }, 'Cannot set country to "Germany": it must be two letters such as DE'],
  [{ cors: "yes" }, 'Cannot set cors to "yes": it must be true or false'],
];

for (const [config, message] of MISTAKES) {
  Deno.test(`createSandbox({ config: ${JSON.stringify(config)} }) says what is wrong, and so does PATCH /_sandbox/config`, async () => {
    assertEquals(assertThrows(() => createSandbox({ config }), TypeError).message, message);
    using sandbox = createSandbox();
    const { status, body } = await control<{ error: string }>(sandbox, "PATCH /config", config);
    assertEquals({ status, error: body.error }, { status: 400, error: message });
  });
}

/** The settings with a choice, and each choice. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  credentialPlaces: ["documented", "any"],
  refreshReuse: ["reject", "revoke-family"],
  signoutScope: ["pair", "access"],
};

for (const [name, choices] of Object.entries(CHOICES)) {
  Deno.test(`checkConfig() accepts each choice of ${name}, and names them all`, () => {
    for (const choice of choices) assertEquals(checkConfig({ [name]: choice }), { [name]: choice });
    const message = `Cannot set ${name} to "": it must be one of ${choices.join(", ")}`;
    assertEquals(assertThrows(() => checkConfig({ [name]: "" }), TypeError).message, message);
  });
}

Deno.test("Date is the sandbox's clock in-process, over a socket, and for media", async () => {
  await using served = await serveSandbox();
  served.sandbox.clock.freeze("2031-05-06T07:08:09Z");
  const wanted = "Tue, 06 May 2031 07:08:09 GMT";
  for (const path of ["/users/1", "/nothing", "/authorize", "/_media/images/1-large.png"]) {
    const [near, far] = [await served.sandbox.fetch(served.url + path), await served.request(path)];
    assertEquals([near.headers.get("date"), far.headers.get("date")], [wanted, wanted], path);
    await Promise.all([near.body?.cancel(), far.body?.cancel()]);
  }
});
