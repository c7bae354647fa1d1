import { assertEquals, assertThrows } from "@std/assert";
import { Failure } from "../../../cli/errors.ts";
import { checkFields, select, toJson } from "../../../cli/output/json.ts";

Deno.test("select() reads nested fields, and returns null for missing ones", () => {
  const track = { id: 1, user: { username: "u" }, tags: null };
  assertEquals(select(track, ["id", "user.username", "user.city", "tags.x", "toString"]), {
    "id": 1,
    "user.username": "u",
    "user.city": null,
    "tags.x": null,
    "toString": null,
  });
});

Deno.test("checkFields() checks only the part before the dot", () => {
  checkFields(["user.username", "id"], ["id", "user"]);
  assertThrows(() => checkFields(["usr.username"], ["id", "user"]), Failure, "Unknown field");
});

Deno.test("toJson() escapes control characters, and parses to the same value", () => {
  const value = { "a\u009b": ["\u202e", "日本", "\u2028"] };
  assertEquals(toJson(value, 0), '{"a\\u009b":["\\u202e","日本","\\u2028"]}');
  assertEquals(JSON.parse(toJson(value)), value);
  assertEquals(toJson(undefined), "null");
});
