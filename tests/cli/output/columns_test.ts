import { assertEquals } from "@std/assert";
import type { ServiceUser } from "@tonearm/client";
import { USER_COLUMNS } from "../../../cli/output/columns.ts";
import { tabbed } from "../../../cli/output/table.ts";

Deno.test("USER_COLUMNS: a row shows the location of the profile", () => {
  const user = (more: object) => ({ username: "u", urn: "soundcloud:users:1", ...more }) as unknown as ServiceUser;
  const place = (more: object) => tabbed(user(more), USER_COLUMNS).split("\t")[1];
  assertEquals(place({ city: "Köln", country: "Germany" }), "Köln, Germany");
  assertEquals([place({ city: null, country: "Chile" }), place({ city: "Oslo" }), place({})], ["Chile", "Oslo", ""]);
});
