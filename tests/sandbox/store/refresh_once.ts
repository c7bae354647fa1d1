import { createSandbox } from "@tonearm/sandbox";
import { refresh } from "../../support/oauth.ts";

const [path = "", refreshToken = ""] = Deno.args;
using sandbox = createSandbox({ path });
console.log("ready");
await Deno.stdin.read(new Uint8Array(1));
console.log((await refresh(sandbox, refreshToken)).status);
