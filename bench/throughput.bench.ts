import { Service } from "./support/client.js";
import { requestsPerSecond, type Asked } from "./support/load.js";
import { median, ratios, type Figure, type Goal } from "./support/measure.js";
import { ServerProcess } from "./support/server-process.js";
import { madeUpSegments } from "./support/transcripts.js";

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP = 1;
const CONVERSATIONS = 200;
/** Of a conversation that is created under load. */
const TURNS = 4;
const MAX_TURNS = 500;

/** Our requests per second as a share of those of a bare Koa application that answers the same bytes. */
async function shareOfBareKoa(ours: Asked, bytes: string): Promise<number> {
  const bare = await ServerProcess.start("./bare-koa.js", { environment: { BODY: bytes } });
  try {
    const theirs = { ...ours, url: bare.told };
    for (const asked of [ours, theirs]) await requestsPerSecond(asked, WARM_UP);
    const found = await ratios(
      ROUNDS,
      () => requestsPerSecond(ours, SECONDS),
      () => requestsPerSecond(theirs, SECONDS),
    );
    return 100 * median(found);
  } finally {
    await bare.stop();
  }
}

async function share(
  service: Service,
  asked: Asked,
  { name, goal }: { readonly name: string; readonly goal?: Goal },
): Promise<Figure> {
  const bytes = await (await service.send(asked)).text();
  const value = await shareOfBareKoa(asked, bytes);
  return { name: `${name}, share of a bare Koa application`, value, unit: "%", ...(goal ? { goal } : {}) };
}

export async function reads(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const { id } = await service.create(madeUpSegments(TURNS));
    for (let count = 1; count < CONVERSATIONS; count += 1) await service.create(madeUpSegments(TURNS));
    return [
      await share(service, service.conversations(`/${id}`), {
        name: "GET of one conversation, asked for again and again",
        goal: { atLeast: 45 },
      }),
      await share(service, service.conversations("?limit=25"), {
        name: "A page of 25, asked for again and again",
        goal: { atLeast: 16 },
      }),
      await share(service, service.conversations(`/${id}?include_transcript=true`), {
        name: "GET of one conversation that is read from the store each time, with its transcript",
      }),
      await share(service, service.conversations("?limit=25&include_transcript=true"), {
        name: "A page of 25 that is read from the store each time, with its transcripts",
      }),
    ];
  } finally {
    await service.stop();
  }
}

export async function creations(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const segments = madeUpSegments(TURNS);
    return [
      await share(service, service.creation(segments, { Prefer: "respond-async" }), {
        name: "A durable creation",
        goal: { atLeast: 25 },
      }),
      await share(service, service.creation(segments), { name: "A creation that is answered when it is summarised" }),
      await share(service, service.actionItem("Send Ana the budget for the launch by Friday"), {
        name: "A durable creation of an action item",
        goal: { atLeast: 35 },
      }),
      await share(service, service.creation(madeUpSegments(MAX_TURNS), { Prefer: "respond-async" }), {
        name: "500 segments that are accepted and summarised later",
        goal: { atLeast: 8 },
      }),
    ];
  } finally {
    await service.stop();
  }
}
