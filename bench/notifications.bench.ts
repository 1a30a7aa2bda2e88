import { Service } from "./support/service-client.js";
import { measureRequestsPerSecond } from "./support/load-generator.js";
import { median, type Figure } from "./support/measurement.js";

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP = 1;

/** Throughput of direct notifications, each durable before its response, without rate limits. */
export async function directNotifications(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const request = service.notificationRequest("The roses want water before the sun is up.");
    await measureRequestsPerSecond(request, WARM_UP);
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rates.push(await measureRequestsPerSecond(request, SECONDS));
    return [
      {
        name: "POST of direct notifications, stored durably, throughput of one process",
        value: median(rates),
        unit: "/s",
        goal: { atLeast: 1_000 },
      },
    ];
  } finally {
    await service.stop();
  }
}
