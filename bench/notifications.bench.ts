import { Service } from "./support/client.js";
import { requestsPerSecond } from "./support/load.js";
import { median, type Figure } from "./support/measure.js";

const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP = 1;

/** How many direct notifications one process takes in a second, each on disk before it is answered, with the limits off. */
export async function acceptance(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const asked = service.notification("The roses want water before the sun is up.");
    await requestsPerSecond(asked, WARM_UP);
    const found: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) found.push(await requestsPerSecond(asked, SECONDS));
    return [
      {
        name: "Direct notifications accepted and stored durably",
        value: median(found),
        unit: "/s",
        goal: { atLeast: 1_000 },
      },
    ];
  } finally {
    await service.stop();
  }
}
