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

/** How the text of a setting is parsed and validated. */
export interface SettingType {
  /** Completes the sentence "PORT must be ...". */
  readonly requirement: string;
  /** Returns the text itself, or another value that the validators reject, for a malformed text. */
  readonly parse?: (text: string) => unknown;
  readonly createValidators: (options: ValidationOptions) => readonly PropertyDecorator[];
  /** Describes the problem without the text, for a setting that may contain a secret. */
  readonly describeProblem?: (text: string) => string;
}

interface DeclaredSetting extends SettingType {
  readonly name: string;
}

const declaredSettings = new Map<string, DeclaredSetting>();

/** Property decorator: reads the property from the environment variable `name`; its initialiser is the default. */
export function Setting(name: string, settingType: SettingType): PropertyDecorator {
  const { parse = (text: string) => text, createValidators } = settingType;
  return (target, property) => {
    declaredSettings.set(String(property), { ...settingType, name });
    Expose({ name })(target, property);
    Transform(({ value }: { value: unknown }) => (typeof value === "string" ? parse(value) : value))(target, property);
    for (const validator of createValidators({ message: settingType.requirement })) validator(target, property);
  };
}

export function getSettingNames(): readonly string[] {
  return [...declaredSettings.values()].map(({ name }) => name);
}

/** Returns one line with the setting, the problem and what is allowed. */
export function formatSettingError(property: string, environment: Readonly<Record<string, string>>): string {
  const setting = declaredSettings.get(property);
  if (!setting) throw new Error(`${property} is not declared as a setting`);
  const text = environment[setting.name] ?? "";
  const describeProblem = setting.describeProblem ?? ((value: string) => `is ${JSON.stringify(value)}`);
  return `${setting.name} ${describeProblem(text)}, but must be ${setting.requirement}`;
}

const createTextValidators =
  (name: string, validate: (text: string) => boolean) =>
  (options: ValidationOptions): PropertyDecorator[] => [
    ValidateBy({ name, validator: { validate: (value) => typeof value === "string" && validate(value) } }, options),
  ];

export const wholeNumber = (min: number, max: number): SettingType => ({
  requirement: `a whole number from ${min} to ${max}`,
  parse: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  createValidators: (options) => [IsInt(options), Min(min, options), Max(max, options)],
});

export const oneOfSetting = (values: readonly string[]): SettingType => ({
  requirement: `one of ${values.join(", ")}`,
  createValidators: (options) => [IsIn(values, options)],
});

const BOOLEAN_VALUES: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["no", false],
]);

export const yesOrNo: SettingType = {
  requirement: "yes or no",
  parse: (text) => BOOLEAN_VALUES.get(text) ?? text,
  createValidators: (options) => [IsBoolean(options)],
};

export const textMatchingPattern = (pattern: RegExp, requirement: string): SettingType => ({
  requirement,
  createValidators: (options) => [Matches(pattern, options)],
});

export const secretOfLength = (minLength: number): SettingType => ({
  requirement: `at least ${minLength} characters long`,
  parse: (text) => text.trim(),
  createValidators: (options) => [MinLength(minLength, options)],
  describeProblem: (text) => `is ${text.trim().length} characters long`,
});

export const host: SettingType = {
  requirement: "an IP address or a host name",
  createValidators: createTextValidators(
    "host",
    (text) => isIP(text) > 0 || (/[a-z]/i.test(text) && isFQDN(text, { require_tld: false, allow_underscores: true })),
  ),
};

/** Removes a slash at the end, so that paths can be appended. */
export const webUrl: SettingType = {
  requirement: "an http: or https: URL without user, query or fragment",
  parse: (text) => text.replace(/\/$/, ""),
  createValidators: createTextValidators("webUrl", isWebUrl),
};

/**
 * Error messages omit the value, which may contain a password. A query is rejected, because the client would read
 * options from it (decision 14.2).
 */
export const redisUrl: SettingType = {
  requirement: "a redis: or rediss: URL such as redis://user:password@host:6379/0, without query or fragment",
  createValidators: createTextValidators("redisUrl", isRedisUrl),
  describeProblem: () => "is not such a URL",
};

/** Error messages omit the value, which may contain a password. The driver checks the rest when it connects. */
export const mongodbUrl: SettingType = {
  requirement: "a connection string such as mongodb://user:password@host:27017/mneme?replicaSet=rs0",
  createValidators: createTextValidators("mongodbUrl", (text) => /^mongodb(\+srv)?:\/\/[^\s/]+(\/\S*)?$/.test(text)),
  describeProblem: () => "is not such a connection string",
};

/** Not normalised, because the `iss` claim of a token must be equal to it. */
export const issuerUrl: SettingType = {
  requirement: "an https: URL without user, query or fragment (http: only for this machine itself)",
  createValidators: createTextValidators("issuerUrl", (text) => isWebUrl(text) && isSecureUrl(text)),
};

export const contact: SettingType = {
  requirement: "a mailto: or https: URL",
  createValidators: createTextValidators(
    "contact",
    (text) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text) && URL.canParse(text),
  ),
};

export const networks: SettingType = {
  requirement: "a comma-separated list of IP addresses and networks such as 10.0.0.0/8",
  parse: (text) => text.split(",").map((network) => network.trim()),
  createValidators: (options) => createTextValidators("networks", isNetwork)({ ...options, each: true }),
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
