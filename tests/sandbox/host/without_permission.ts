import { createSandbox } from "@tonearm/sandbox";

using sandbox = createSandbox();
const { access_token } = sandbox.issueTokens();
const reply = await sandbox.fetch("https://api.sandbox.test/me", {
  headers: { authorization: `OAuth ${access_token}` },
});
console.log(reply.status);
