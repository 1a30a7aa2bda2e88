import { isIP } from "node:net";
import { Expose, Transform } from "class-transformer";
import {
  IsBoolean,
  IsIn,
  IsInt,
  isFQDN,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  type ValidationOptions,
} from "class-validator";
import { isSecureUrl } from "../adapters/identity/secure-url.js";

/** What a setting's text must be, and how it is read. */
export interface Kind {
  /** Ends the sentence "PORT must be ...". */
  readonly mustBe: string;
  /** Answers the text itself, or anything else that the checks refuse, for a text that makes no sense. */
  readonly read?: (text: string) => unknown;
  readonly checks: (options: ValidationOptions) => readonly PropertyDecorator[];
  /** What is wrong with the text, for one that must not be shown. */
  readonly fault?: (text: string) => string;
}

interface Declared extends Kind {
  readonly name: string;
}

const declared = new Map<string, Declared>();

/** Declares a property to be read from the environment variable of this name; its initialiser is the default. */
export function Setting(name: string, kind: Kind): PropertyDecorator {
  const { read = (text: string) => text, checks } = kind;
  return (target, property) => {
    declared.set(String(property), { ...kind, name });
    Expose({ name })(target, property);
    Transform(({ value }: { value: unknown }) => (typeof value === "string" ? read(value) : value))(target, property);
    for (const check of checks({ message: kind.mustBe })) check(target, property);
  };
}

export function settingNames(): readonly string[] {
  return [...declared.values()].map(({ name }) => name);
}

/** One line: which setting, what is wrong with it, what is allowed. */
export function complaint(property: string, environment: Readonly<Record<string, string>>): string {
  const setting = declared.get(property);
  if (!setting) throw new Error(`${property} is not declared as a setting`);
  const text = environment[setting.name] ?? "";
  const fault = setting.fault ?? ((shown: string) => `is ${JSON.stringify(shown)}`);
  return `${setting.name} ${fault(text)}, but must be ${setting.mustBe}`;
}

const satisfying =
  (name: string, validate: (text: string) => boolean) =>
  (options: ValidationOptions): PropertyDecorator[] => [
    ValidateBy({ name, validator: { validate: (value) => typeof value === "string" && validate(value) } }, options),
  ];

export const wholeNumber = (min: number, max: number): Kind => ({
  mustBe: `a whole number from ${min} to ${max}`,
  read: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  checks: (options) => [IsInt(options), Min(min, options), Max(max, options)],
});

export const oneOf = (values: readonly string[]): Kind => ({
  mustBe: `one of ${values.join(", ")}`,
  checks: (options) => [IsIn(values, options)],
});

const flags: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["no", false],
]);

export const yesOrNo: Kind = {
  mustBe: "yes or no",
  read: (text) => flags.get(text) ?? text,
  checks: (options) => [IsBoolean(options)],
};

export const textLike = (pattern: RegExp, mustBe: string): Kind => ({
  mustBe,
  checks: (options) => [Matches(pattern, options)],
});

export const secretOf = (min: number): Kind => ({
  mustBe: `at least ${min} characters long`,
  read: (text) => text.trim(),
  checks: (options) => [MinLength(min, options)],
  fault: (text) => `is ${text.trim().length} characters long`,
});

export const host: Kind = {
  mustBe: "an IP address or a host name",
  checks: satisfying(
    "host",
    (text) => isIP(text) > 0 || (/[a-z]/i.test(text) && isFQDN(text, { require_tld: false, allow_underscores: true })),
  ),
};

/** Without a slash at its end, so that paths can be put behind it. */
export const webUrl: Kind = {
  mustBe: "an http: or https: URL without user, query or fragment",
  read: (text) => text.replace(/\/$/, ""),
  checks: satisfying("webUrl", isWebUrl),
};

/** Not shown when it is wrong: it may hold a password. Query parameters are refused: the client reads options from them. */
export const redisUrl: Kind = {
  mustBe: "a redis: or rediss: URL such as redis://user:password@host:6379/0, without query or fragment",
  checks: satisfying("redisUrl", isRedisUrl),
  fault: () => "is something else",
};

/** Not shown when it is wrong: it may hold a password. The driver checks the rest when it connects. */
export const mongodbUrl: Kind = {
  mustBe: "a connection string such as mongodb://user:password@host:27017/mneme?replicaSet=rs0",
  checks: satisfying("mongodbUrl", (text) => /^mongodb(\+srv)?:\/\/[^\s/]+(\/\S*)?$/.test(text)),
  fault: () => "is something else",
};

/** Kept to the letter: a token's `iss` must be the same. */
export const issuerUrl: Kind = {
  mustBe: "an https: URL without user, query or fragment (http: only for this machine itself)",
  checks: satisfying("issuerUrl", (text) => isWebUrl(text) && isSecureUrl(text)),
};

export const contact: Kind = {
  mustBe: "a mailto: or https: URL",
  checks: satisfying("contact", (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) && URL.canParse(text)),
};

export const networks: Kind = {
  mustBe: "a comma-separated list of IP addresses and networks such as 10.0.0.0/8",
  read: (text) => text.split(",").map((network) => network.trim()),
  checks: (options) => satisfying("networks", isNetwork)({ ...options, each: true }),
};

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !/[\s?#]/.test(text) && !url.username && !url.password;
}

function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === "") return false;
  if (/[\s?#]/.test(text) || !/^(\/\d{0,5})?$/.test(url.pathname)) return false;
  return [url.username, url.password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
}

function isNetwork(text: string): boolean {
  const [, address = "", bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family > 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128);
}
