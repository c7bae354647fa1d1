import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { generate } from "../../../scripts/build/generate_namespaces.ts";

const users = `
import { send, type TokenSource, type CallOptions } from "../session.ts";
import type { User } from "../types/user.ts";

/** Says how to sort. */
export interface Sorting { sort: string }

/**
 * Gets a user.
 *
 * @param token Whose call it is:
 * a token, or a session.
 * @param user The user.
 * @param options Call options.
 * @returns The user.
 * @throws {TypeError} When there is no user.
 * @example
 * \`\`\`ts
 * await getUser(token, "a");
 *
 * \`\`\`
 * @see https://example.test
 */
export async function getUser(token: TokenSource, user: string, limit: number = 50, options?: CallOptions & Sorting): Promise<User> {
  return await send(token, user, limit, options);
}

/** Deletes. */
function deleteUser(token: TokenSource, ...users: string[]): Promise<void> {
  return send(token, users);
}

export { deleteUser as delete };
`;

function generated(files: Record<string, string>): string {
  return generate(new Map(Object.entries(files).map(([name, text]) => [`src/operations/${name}.ts`, text])));
}

Deno.test("generate_namespaces writes an interface without the first parameter", () => {
  assertEquals(
    generated({ users }).split("*/\n").slice(1).join("*/\n"),
    `\
import type { Sorting } from "../operations/users.ts";
import type { CallOptions, MethodOptions } from "../session.ts";
import type { User } from "../types/user.ts";

/** The operations of \`users\`. Each takes call options last. Errors and examples: see the functions of the same names. */
export interface UsersApi {
  /**
   * Gets a user.
   *
   * @param user The user.
   * @returns The user.
   */
  getUser(user: string, limit?: number, options?: MethodOptions<CallOptions & Sorting>): Promise<User>;
  /** Deletes. */
  delete(...users: string[]): Promise<void>;
}
`,
  );
});

Deno.test("generate_namespaces writes the signatures of an overloaded operation, not its implementation", () => {
  const text = `
/** One. */
export function get<T>(token: string, one: T): T;
/** Two. */
export function get(token: string, two: Date): Date;
export function get(token: string, any: unknown): unknown { return any; }
`;
  assertStringIncludes(
    generated({ me: text }),
    "  /** One. */\n  get<T>(one: T): T;\n  /** Two. */\n  get(two: Date): Date;\n}",
  );
});

Deno.test("generate_namespaces imports a type that two groups use once", () => {
  assertEquals(generated({ users, me: users }).match(/\bUser\b.* from/g), ["User } from"]);
});

Deno.test("generate_namespaces follows re-exports of a group, and creates no group for a module with two words", () => {
  const text = generated({
    me: 'export * from "./me_feed.ts";\nexport { like as heart } from "./likes.ts";',
    me_feed:
      'import type { Page } from "../types/page.ts";\n/** Feed. */\nexport function feed(token: string): Page {}',
    likes: "/** Likes. */\nexport function like(token: string, id: string): void {}",
    auth: "export function signOut(token: string): void {}",
  });
  assertStringIncludes(
    text,
    "export interface MeApi {\n  /** Feed. */\n  feed(): Page;\n  /** Likes. */\n  heart(id: string): void;\n}",
  );
  assertStringIncludes(text, 'import type { Page } from "../types/page.ts";');
  assertEquals(text.match(/\w+Api/g), ["MeApi", "LikesApi"]);
});

Deno.test("generate_namespaces names the module that it can't follow", () => {
  assertThrows(() => generated({ me: 'export * from "./gone.ts";' }), Error, "src/operations/gone.ts");
});

Deno.test("generate_namespaces lets a method have its options in an operation's earlier position", () => {
  const text = `
import { optionsAt } from "../options.ts";
import { type CallOptions } from "../session.ts";
export function list(token: string, limit?: number | CallOptions, options?: CallOptions): void {
  [limit, options] = optionsAt(limit, options);
}
`;
  assertStringIncludes(generated({ me: text }), "list(limit?: number | MethodOptions, options?: MethodOptions): void;");
});
