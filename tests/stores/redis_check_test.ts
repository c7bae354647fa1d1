import { RedisTokenStore } from "@tonearm/client/redis";
import { assertEquals } from "@std/assert";
import { MASTER } from "../chaos/stores.ts";
import { without } from "../support/programs.ts";
import { CLIENTS, startRedisSentinel, tell } from "../support/sessions/redis.ts";

Deno.test({
  name: "RedisTokenStore.check() names what can lose a session, until its remedy is applied",
  ignore: without("redis-server"),
  async fn() {
    await using group = await startRedisSentinel(MASTER);
    const [, master = 0, replica = 0] = group.ports;
    const problemsAt = async (port: number) => {
      await using connected = await CLIENTS["redis"]!(port);
      return (await new RedisTokenStore(connected.client, "k").check()).map(({ problem }) => problem);
    };
    await tell(master, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    assertEquals(await problemsAt(master), [
      "Redis evicts keys when its memory is full, sessions too",
      "Redis keeps no append-only file: a restart loses the newest tokens",
      "A replica that is promoted may miss the newest tokens",
    ]);
    assertEquals(await problemsAt(replica), [
      "Redis keeps no append-only file: a restart loses the newest tokens",
      "This Redis is a replica, which takes no writes",
    ]);
    for (const [name, value] of [["maxmemory-policy", "noeviction"], ["min-replicas-to-write", "1"]] as const) {
      await tell(master, "CONFIG", "SET", name, value);
    }
    assertEquals(await problemsAt(master), [
      "Redis keeps no append-only file: a restart loses the newest tokens",
    ]);
  },
});
