import type { App } from "../domain/app.js";
import type { Sealer } from "../ports/driven/sealer.js";

/** What an app's webhooks are signed with now, newest first: two while it is being rotated. */
export function signingSecretsOf(app: App, sealer: Pick<Sealer, "open">, now: Date): readonly string[] {
  return app.signingSecretsAt(now).map(({ sealed }) => sealer.open(sealed, app.state.id));
}
