import { createApplication } from "mneme";
import { InMemoryPushChannel, InMemoryRateLimiter, openInMemoryStore } from "mneme/adapters/in-memory";
import {
  BuiltInMemoryClassifier,
  builtInMemoryIndex,
  builtInPassageIndex,
  BuiltInSummariser,
  BuiltInWriter,
} from "mneme/adapters/language";
import {
  AesGcmSealer,
  KeyedSecrets,
  PinoEventLog,
  SystemClock,
  SystemIds,
  SystemScheduler,
} from "mneme/adapters/system";

/** Another service that keeps conversations: the core, with ports of its choice and no HTTP. */
const clock = new SystemClock();
const ids = new SystemIds();
const store = openInMemoryStore();
const application = createApplication({
  ...store,
  clock,
  ids,
  scheduler: new SystemScheduler(),
  log: new PinoEventLog({ level: "warn" }),
  secrets: new KeyedSecrets(Buffer.alloc(32, "pepper")),
  sealer: new AesGcmSealer(Buffer.alloc(32, "sealing key")),
  // Nobody is reached but by the inbox: `pushChannelsOver` of mneme/adapters/channels reaches people.
  pushChannels: {
    web_push: new InMemoryPushChannel("web_push"),
    ntfy: new InMemoryPushChannel("ntfy"),
    webhook: new InMemoryPushChannel("webhook"),
    webPushKey: "",
  },
  rateLimiter: new InMemoryRateLimiter(clock),
  identity: { verify: async () => Promise.resolve(undefined) },
  summariser: new BuiltInSummariser(),
  writer: new BuiltInWriter(),
  memoryClassifier: new BuiltInMemoryClassifier(),
  memoryIndex: builtInMemoryIndex(store.memories),
  passageIndex: builtInPassageIndex(store),
});

const call = { userId: "ada", ids, now: clock.now() };
const said = "We moved the release to Thursday. I promised Grace to send her the test report tomorrow.";
const { id } = await application.conversations.createFromText(call, { text: said }, { waitMs: 30_000 });
const { conversation, actionItems } = await application.conversations.get(call, id);
console.log(
  JSON.stringify({ title: conversation.summary.title, toDo: actionItems.map((item) => item.state.description) }),
);
await application.stop();
