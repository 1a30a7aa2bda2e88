import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { NtfyChannel, deriveVapidKeys, WebhookPushChannel, WebPushChannel } from "../../../src/adapters/push/index.js";
import { InMemoryPushChannel } from "../../../src/adapters/in-memory/index.js";
import { AesGcmSecretCipher } from "../../../src/adapters/system/secrets.js";
import type { PushTargetState } from "../../../src/domain/notification/push-target.js";
import type { OutboundClient, PushChannel } from "../../../src/ports/driven/index.js";
import {
  aPushTarget,
  pushChannelContract,
  type Open,
  type PushTestNetwork,
  type ReceivedPush,
} from "../../../src/testing/index.js";
import { TestBrowser } from "../../support/test-browser.js";
import { anOutboundClient, PEER_ADDRESS } from "../../support/outbound-client.js";
import { PushReceivers, type PushRequest } from "../../support/push-receivers.js";

const openInMemory: Open<PushTestNetwork> = () => {
  const channel = new InMemoryPushChannel("ntfy");
  let targets = 0;
  return Promise.resolve({
    subject: {
      channel,
      target: (answer) => {
        const url = `https://peer-${(targets += 1)}.example`;
        channel.registerReceiver(url, answer);
        return Promise.resolve(aPushTarget({ url }));
      },
      unreachableTarget: aPushTarget(),
      received: () => channel.receivedMessages,
    },
    close: () => Promise.resolve(),
  });
};

const cipher = new AesGcmSecretCipher(new Uint8Array(32));

interface Reached {
  readonly channel: (outbound: OutboundClient) => PushChannel;
  readonly target: (id: string) => Partial<PushTargetState>;
  readonly read: (request: PushRequest) => ReceivedPush;
}

const overHttp =
  ({ channel, target, read }: Reached): Open<PushTestNetwork> =>
  () => {
    const receivers = new PushReceivers();
    const received: ReceivedPush[] = [];
    const outbound = anOutboundClient({
      allowed: [PEER_ADDRESS],
      resolve: (name) => Promise.resolve(name === "peer.example" ? [PEER_ADDRESS] : []),
    });
    let targets = 0;
    const targetAt = (url: string) => {
      const id = `target ${(targets += 1)}`;
      return aPushTarget({ id, url, ...target(id) });
    };
    return Promise.resolve({
      subject: {
        channel: channel(outbound),
        target: async (answer) =>
          targetAt(
            await receivers.open((request) => {
              received.push(read(request));
              return answer();
            }),
          ),
        unreachableTarget: targetAt("https://nobody.invalid/"),
        received: () => received,
      },
      close: async () => {
        outbound.close();
        await receivers.close();
      },
    });
  };

const browser = new TestBrowser();
const webPush: Reached = {
  channel: (outbound) =>
    new WebPushChannel(outbound, { keys: deriveVapidKeys(new Uint8Array(32)), contact: "mailto:ada@example.com" }),
  target: () => ({ channel: "web_push", keys: browser.keys }),
  read: ({ headers, body }) => {
    const { tag, title, body: text } = browser.decryptMessage(body) as Readonly<Record<string, string>>;
    const digest = createHash("sha256")
      .update(tag ?? "")
      .digest("base64url");
    if (headers["topic"] !== digest.slice(0, 32)) throw new Error("The topic is another than the tag");
    return { id: `${tag}`, title: `${title}`, text: `${text}` };
  },
};

const ntfy: Reached = {
  channel: (outbound) => new NtfyChannel(outbound, cipher),
  target: (id) => ({ channel: "ntfy", sealedSecret: cipher.encrypt("tk_secret", id) }),
  read: ({ headers, body }) => {
    if (headers.authorization !== "Bearer tk_secret") throw new Error("The token is missing");
    return {
      id: String(headers["x-sequence-id"]),
      title: String(headers["title"]).replace(/^=\?UTF-8\?B\?(.*)\?=$/, (_, encoded: string) =>
        Buffer.from(encoded, "base64").toString(),
      ),
      text: body.toString(),
    };
  },
};

const secret = `whsec_${Buffer.alloc(32, "secret").toString("base64")}`;
const webhook: Reached = {
  channel: (outbound) => new WebhookPushChannel(outbound, cipher),
  target: (id) => ({ channel: "webhook", sealedSecret: cipher.encrypt(secret, id) }),
  read: ({ headers, body }) => {
    const verified = new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    const { data } = verified as { data: ReceivedPush };
    if (headers["webhook-id"] !== data.id) throw new Error("The id is another than the notification's");
    return { id: data.id, title: data.title, text: data.text };
  },
};

describe("The in-memory push channel", () => pushChannelContract({ describe, it }, openInMemory));
describe("The Web Push channel", () => pushChannelContract({ describe, it }, overHttp(webPush)));
describe("The ntfy channel", () => pushChannelContract({ describe, it }, overHttp(ntfy)));
describe("The webhook channel", () => pushChannelContract({ describe, it }, overHttp(webhook)));
