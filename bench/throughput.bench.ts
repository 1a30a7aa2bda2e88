import { Service } from "./support/service-client.js";
import { measureRequestsPerSecond, type LoadRequest } from "./support/load-generator.js";
import { median, measureRatios, type Figure, type Goal } from "./support/measurement.js";
import { ServerProcess } from "./support/server-process.js";
import { generateSegments } from "./support/generated-transcripts.js";

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP = 1;
const CONVERSATIONS = 200;
/** Segments of a conversation that is created under load. */
const TURNS = 4;
const MAX_TURNS = 500;

/** Requests per second as a share of those of a bare Koa application that answers the same body. */
async function measureShareOfBareKoa(serviceRequest: LoadRequest, body: string): Promise<number> {
  const bare = await ServerProcess.start("./bare-koa-server.js", { environment: { BODY: body } });
  try {
    const bareRequest = { ...serviceRequest, url: bare.readyMessage };
    for (const request of [serviceRequest, bareRequest]) await measureRequestsPerSecond(request, WARM_UP);
    const ratios = await measureRatios(
      ROUNDS,
      () => measureRequestsPerSecond(serviceRequest, SECONDS),
      () => measureRequestsPerSecond(bareRequest, SECONDS),
    );
    return 100 * median(ratios);
  } finally {
    await bare.stop();
  }
}

async function createShareFigure(
  service: Service,
  request: LoadRequest,
  { name, goal }: { readonly name: string; readonly goal?: Goal },
): Promise<Figure> {
  const body = await (await service.send(request)).text();
  const value = await measureShareOfBareKoa(request, body);
  return {
    name: `${name}, share of requests per second of a bare Koa application`,
    value,
    unit: "%",
    ...(goal ? { goal } : {}),
  };
}

export async function reads(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const { id } = await service.create(generateSegments(TURNS));
    for (let count = 1; count < CONVERSATIONS; count += 1) await service.create(generateSegments(TURNS));
    return [
      await createShareFigure(service, service.conversationsRequest(`/${id}`), {
        name: "GET of one cached conversation",
        goal: { atLeast: 45 },
      }),
      await createShareFigure(service, service.conversationsRequest("?limit=25"), {
        name: "GET of a cached page of 25 conversations",
        goal: { atLeast: 16 },
      }),
      await createShareFigure(service, service.conversationsRequest(`/${id}?include_transcript=true`), {
        name: "GET of one uncached conversation with its transcript",
      }),
      await createShareFigure(service, service.conversationsRequest("?limit=25&include_transcript=true"), {
        name: "GET of an uncached page of 25 conversations with transcripts",
      }),
    ];
  } finally {
    await service.stop();
  }
}

export async function creations(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const segments = generateSegments(TURNS);
    return [
      await createShareFigure(service, service.creationRequest(segments, { Prefer: "respond-async" }), {
        name: "Durable POST of a conversation of 4 segments, summarised later",
        goal: { atLeast: 25 },
      }),
      await createShareFigure(service, service.creationRequest(segments), {
        name: "Durable POST of a conversation of 4 segments, summarised before the response",
      }),
      await createShareFigure(service, service.actionItemRequest("Send Ana the budget for the launch by Friday"), {
        name: "Durable POST of an action item",
        goal: { atLeast: 35 },
      }),
      await createShareFigure(
        service,
        service.creationRequest(generateSegments(MAX_TURNS), { Prefer: "respond-async" }),
        {
          name: "Durable POST of a conversation of 500 segments, summarised later",
          goal: { atLeast: 8 },
        },
      ),
    ];
  } finally {
    await service.stop();
  }
}
