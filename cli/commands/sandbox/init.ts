import { writeFile } from "node:fs/promises";
import { act, type AnyCommand, command } from "../../command.ts";
import { Failure, fileReason } from "../../errors.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";

const EXAMPLE = `# A world for the sandbox: tonearm sandbox start --seed-file world.yaml
# Users, tracks and playlists refer to each other by permalink; durations are milliseconds.

# Omit the generated catalogue: the sandbox has only the data below.
empty: true

# \`sandbox start\` and \`sandbox env\` print the first app. An app without a clientSecret is public.
apps:
  - clientId: my-app
    clientSecret: my-secret
    redirectUris: [http://127.0.0.1:8765/callback, http://localhost:3000/callback]
    # Where its library sends the credentials: documented, basic, body or any.
    credentials: any
    # Without a paid plan, streams are refused.
    plan: paid

# Settings; SandboxConfig in the sandbox's documentation lists them.
config:
  playsLimit: 100

users:
  - permalink: quiet # no tracks, no likes
  - permalink: ann
    username: Ann
    plan: Pro Unlimited
    likes: 50 # of generated tracks, added as needed
    follows: [quiet]

tracks:
  - { title: Out, user: ann, genre: Dub, tags: [slow, two words] }
  - { title: Not here, user: ann, access: blocked }
  - { title: Only for friends, user: ann, sharing: private, secretToken: s-a1b2c3d4e5f }
  - { title: On its way, user: ann, processing: true }

playlists:
  - { title: Best of Ann, user: quiet, tracks: [ann/out] }

comments:
  - { track: ann/out, user: quiet, body: First!, timestamp: 1500 }
`;

export function init(): AnyCommand {
  return command({ fields: ["written"] })
    .description("Write an example of a world file to edit\n\nAn existing file isn't overwritten.")
    .arguments("[file:path]")
    .example("Start with your own world", "tonearm sandbox init && tonearm sandbox start --seed-file world.yaml")
    .example("Choose the file's name", "tonearm sandbox init night.yaml")
    .action(act(async (context, _options, file = "world.yaml") => {
      await writeFile(file, EXAMPLE, { flag: "wx" }).catch((cause) => {
        throw unwritten(file, cause);
      });
      await show(context, { written: file }, () => line`Wrote ${file}`);
    }));
}

function unwritten(file: string, cause: NodeJS.ErrnoException): Failure {
  if (cause.code === "EEXIST") {
    return new Failure("failed", `The file ${file} already exists`, { hint: "Choose another name.", cause });
  }
  return new Failure("failed", `Cannot write ${file}: ${fileReason(cause)}`, { cause });
}
