export { AddressFilter, LiteralAddressPolicy, resolveName, type DnsResolver } from "./address-filter.js";
export { OutboundAppWebhookClient } from "./app-webhook-client.js";
export { FilteredOutboundClient, DEFAULT_OUTBOUND_OPTIONS, type OutboundOptions } from "./filtered-outbound-client.js";
