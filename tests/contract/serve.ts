import process from "node:process";
import { createSandbox } from "@tonearm/sandbox";

const sandbox = createSandbox({ config: { transcodeDelayMs: 50 } });
const { clientConfig } = await sandbox.serve({ hostname: "127.0.0.1" });
const users = [1, 2, 3].map((user) => sandbox.issueTokens(user));
console.log(JSON.stringify({ ...clientConfig, users }));
process.stdin.resume().on("end", () => process.exit(0));
