import { createApplication } from "mneme";
import { InMemoryPushChannel, InMemoryRateLimiter, openInMemoryStore } from "mneme/adapters/in-memory";
import { BuiltInMemoryClassifier, BuiltInSummariser, BuiltInTextGenerator } from "mneme/adapters/nlp";
import { createRuntimeComponents } from "mneme/adapters/runtime";
import { createBuiltInMemoryIndex, createBuiltInPassageIndex } from "mneme/adapters/search";
import {
  AesGcmSecretCipher,
  HmacSecrets,
  PinoEventLog,
  SystemClock,
  SystemIds,
  SystemScheduler,
} from "mneme/adapters/system";

/** Embeds the application in another service: chosen adapters, no HTTP. */
const clock = new SystemClock();
const ids = new SystemIds();
const scheduler = new SystemScheduler();
const store = openInMemoryStore();
const application = createApplication({
  ...store,
  clock,
  ids,
  scheduler,
  runtime: createRuntimeComponents({ clock, scheduler }),
  log: new PinoEventLog({ level: "warn" }),
  secrets: new HmacSecrets(Buffer.alloc(32, "pepper")),
  secretCipher: new AesGcmSecretCipher(Buffer.alloc(32, "sealing key")),
  // Keeps notifications in memory; mneme/adapters/push delivers them to devices.
  pushChannels: {
    web_push: new InMemoryPushChannel("web_push"),
    ntfy: new InMemoryPushChannel("ntfy"),
    webhook: new InMemoryPushChannel("webhook"),
    vapidPublicKey: "",
  },
  rateLimiter: new InMemoryRateLimiter(clock),
  identity: { verify: async () => Promise.resolve(undefined) },
  summariser: new BuiltInSummariser(),
  textGenerator: new BuiltInTextGenerator(),
  memoryClassifier: new BuiltInMemoryClassifier(),
  memoryIndex: createBuiltInMemoryIndex(store.memories),
  passageIndex: createBuiltInPassageIndex(store),
});
// Polls for unfinished work, such as an attempt that is to be repeated.
application.start();

const context = { userId: "ada", ids, now: clock.now() };
const text = "We moved the release to Thursday. I promised to send Grace the test report tomorrow.";
const { id } = await application.conversations.createFromText(context, { text }, { waitMs: 30_000 });
const { conversation, actionItems } = await application.conversations.get(context, id);
console.log(
  JSON.stringify({ title: conversation.summary.title, toDo: actionItems.map((item) => item.state.description) }),
);
await application.stop();
