import { EnumType } from "@cliffy/command";
import { OFFERS } from "../../choices.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import { find } from "../../ids.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";

export function storefront(): AnyCommand {
  const fields = ["track_urn", "title", "type", "link", "link_title", "description", "price", "image_url"];
  return command({ fields, writes: true })
    .type("offer", new EnumType(OFFERS))
    .description("Set what a track's page offers for sale")
    .arguments("<track:string:track> <link:string>")
    .option("--title <text:string>", "The title of the offer (default: the link)")
    .option("--type <kind:offer>", "The kind of offer", { default: "digital" as const })
    .option("--link-title <text:string>", "The text of the link")
    .option("--description <text:string>", "The description")
    .option("--price <price:string>", "The price, such as 12 EUR")
    .example("Sell a record", "tonearm storefront 1184 https://shop.example/lp --title LP --type vinyl")
    .example("Sell a download", 'tonearm storefront 1184 https://shop.example/wav --title WAV --price "1 EUR"')
    .action(act(async (context, options, word, link) => {
      const { client, id, call } = await find(context, word, ["tracks"], "user");
      const { title = link, type, linkTitle: link_title, description, price } = options;
      const params = { title, type, link, link_title, description, price };
      const made = await client.tracks.updateStorefront(id, params, call);
      await show(context, made, () => line`${made.track_urn} offers ${made.title}: ${made.link}`);
    }));
}
