export { AddressFilter } from "./address-filter.js";
export { OutboundAppWebhook } from "./app-webhook.js";
export { FilteredOutboundClient, outboundDefaults, type OutboundOptions } from "./filtered-outbound-client.js";
export { LiteralAddressPolicy } from "./literal-address-policy.js";
export { resolveName, type Resolve } from "./resolve-name.js";
