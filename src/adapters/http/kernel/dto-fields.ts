import "reflect-metadata";
import type { Violation } from "../../../domain/errors.js";
import { MAX_REPORTED_VIOLATIONS } from "../../../domain/limits.js";
import { ValidationFailure, type Schema } from "../../../domain/rules.js";
import type { NamingProfile } from "./naming-profile.js";

/** Parses a value from the wire and describes it as JSON Schema. A `Rule` of the domain is also a field parser. */
export interface FieldParser<T> {
  read(raw: unknown, naming: NamingProfile): T | ValidationFailure;
  schema(renderer: SchemaRenderer): Schema;
}

/** Renders the classes within a schema, inline or as references to named components. */
export interface SchemaRenderer {
  readonly naming: NamingProfile;
  render(dtoClass: DtoClass<object>): Schema;
}

/**
 * A class whose fields are declared with `@Field`. Its constructor takes no arguments; its initialisers are the
 * defaults.
 */
export type DtoClass<T extends object> = new () => T;

/** The shape of `T` as a plain value, because responses are object literals. */
export type PlainObject<T> = T extends readonly (infer Element)[]
  ? PlainObject<Element>[]
  : T extends object
    ? { [Key in keyof T]: PlainObject<T[Key]> }
    : T;

export type InputLocation = "path" | "query" | "body";

export interface FieldOptions {
  /** The field may be absent; it then keeps the value of its initialiser, or undefined. */
  readonly optional?: true;
  /** The wire name, if it differs from the property. */
  readonly getWireName?: (naming: NamingProfile) => string;
  /** Alternative wire names for when the first one is absent, in order of precedence. */
  readonly aliases?: readonly string[];
  readonly description?: string;
  /** An addition to the API contract (`x-extension` in the OpenAPI document). */
  readonly extension?: true;
  /** The documented default of a field without initialiser, whose absence must be distinguishable from its default. */
  readonly default?: unknown;
}

interface FieldDeclaration extends FieldOptions {
  readonly key: string;
  readonly rule: FieldParser<unknown>;
}

const FIELD_DECLARATIONS_KEY = Symbol("fields");
const COMPONENT_KEY = Symbol("component");

/** The name under which a class is a component of the OpenAPI document. */
export interface ComponentMetadata {
  readonly name: string;
  readonly description?: string;
}

/** Names a class in the OpenAPI document. Subclasses need a name of their own. */
export function Component(name: string, description?: string) {
  return (target: DtoClass<object>): void => {
    const component: ComponentMetadata = { name, ...(description === undefined ? {} : { description }) };
    Reflect.defineMetadata(COMPONENT_KEY, component, target);
  };
}

/** @returns undefined for a class without a name of its own. */
export const getComponentMetadata = (dtoClass: DtoClass<object>): ComponentMetadata | undefined =>
  Reflect.getOwnMetadata(COMPONENT_KEY, dtoClass) as ComponentMetadata | undefined;

/**
 * Declares a field: how it is parsed, validated and documented (see `parseInput` and `createObjectSchema`). Violations
 * have the order of the declarations. A rule whose values do not fit the property does not compile.
 */
export function Field<T>(rule: FieldParser<T>, options: FieldOptions = {}) {
  return <C extends object, K extends keyof C & string>(target: C, key: [T] extends [C[K]] ? K : never): void => {
    const otherDeclarations = getFieldDeclarations(target).filter((declaration) => declaration.key !== key);
    Reflect.defineMetadata(FIELD_DECLARATIONS_KEY, [...otherDeclarations, { ...options, key, rule }], target);
  };
}

/** Returns the declarations of a class, those of its base class first. */
const getFieldDeclarations = (prototype: object): readonly FieldDeclaration[] =>
  (Reflect.getMetadata(FIELD_DECLARATIONS_KEY, prototype) as FieldDeclaration[] | undefined) ?? [];

/** Returns the names of the fields that are not additions to the API contract, in the order of their declarations. */
export const listContractFields = (dtoClass: DtoClass<object>): readonly string[] =>
  getFieldDeclarations(dtoClass.prototype as object).flatMap(({ key, extension }) => (extension ? [] : [key]));

/**
 * Parses the input from `location`. Returns an instance of `dtoClass`, or all violations, at most
 * `MAX_REPORTED_VIOLATIONS`, with their whole paths. Input that is undefined or `null` is missing. Never throws.
 */
export function parseInput<T extends object>(
  dtoClass: DtoClass<T>,
  location: InputLocation,
  raw: unknown,
  naming: NamingProfile,
): T | ValidationFailure {
  const result = raw == null ? missingFailure : getObjectParser(dtoClass, naming)(raw);
  if (!(result instanceof ValidationFailure)) return result;
  return new ValidationFailure(result.prefixPath(location).violations.slice(0, MAX_REPORTED_VIOLATIONS));
}

/** A nested object with the fields of a DTO class. */
export function nestedObject<T extends object>(getDtoClass: () => DtoClass<T>): FieldParser<T> {
  return {
    read: (raw, naming) => getObjectParser(getDtoClass(), naming)(raw),
    schema: (renderer) => renderer.render(getDtoClass()),
  };
}

/** Returns what `parseInput` accepts as JSON Schema 2020-12 without references. */
export function createSchema(dtoClass: DtoClass<object>, naming: NamingProfile): Schema {
  const renderer: SchemaRenderer = { naming, render: (nestedClass) => createObjectSchema(nestedClass, renderer) };
  return renderer.render(dtoClass);
}

/** Returns the schema of one class; the renderer decides how the classes within it appear. */
export function createObjectSchema(dtoClass: DtoClass<object>, renderer: SchemaRenderer): Schema {
  const { naming } = renderer;
  const defaults = new dtoClass() as Readonly<Record<string, unknown>>;
  const declarations = getFieldDeclarations(dtoClass.prototype as object);
  const required = declarations
    .filter(({ optional }) => !optional)
    .map((declaration) => resolveWireName(declaration, naming));
  return {
    type: "object",
    properties: Object.fromEntries(
      declarations.map((declaration) => [
        resolveWireName(declaration, naming),
        createPropertySchema(declaration, defaults[declaration.key], renderer),
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

function createPropertySchema(
  { rule, description, extension, optional, default: documentedDefault }: FieldDeclaration,
  initialValue: unknown,
  renderer: SchemaRenderer,
): Schema {
  const defaultValue = initialValue === undefined ? documentedDefault : initialValue;
  return {
    ...rule.schema(renderer),
    ...(description === undefined ? {} : { description }),
    ...(extension ? { "x-extension": true } : {}),
    ...(optional && defaultValue !== undefined ? { default: defaultValue } : {}),
  };
}

const resolveWireName = ({ key, getWireName }: FieldDeclaration, naming: NamingProfile): string =>
  getWireName?.(naming) ?? key;

type ObjectParser<T> = (raw: unknown) => T | ValidationFailure;

const objectParserCache = new WeakMap<NamingProfile, WeakMap<DtoClass<object>, ObjectParser<object>>>();

function getObjectParser<T extends object>(dtoClass: DtoClass<T>, naming: NamingProfile): ObjectParser<T> {
  let profileCache = objectParserCache.get(naming);
  if (!profileCache) objectParserCache.set(naming, (profileCache = new WeakMap()));
  let parser = profileCache.get(dtoClass) as ObjectParser<T> | undefined;
  if (!parser) profileCache.set(dtoClass, (parser = compileObjectParser(dtoClass, naming)));
  return parser;
}

interface CompiledFieldParser {
  readonly key: string;
  readonly wireNames: readonly string[];
  readonly rule: FieldParser<unknown>;
  readonly optional: boolean;
}

/** Resolves the declarations once, so that parsing only iterates over a list. */
function compileObjectParser<T extends object>(dtoClass: DtoClass<T>, naming: NamingProfile): ObjectParser<T> {
  const fields = getFieldDeclarations(dtoClass.prototype as object).map((declaration): CompiledFieldParser => ({
    key: declaration.key,
    wireNames: [resolveWireName(declaration, naming), ...(declaration.aliases ?? [])],
    rule: declaration.rule,
    optional: declaration.optional ?? false,
  }));
  return (raw) => {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return notAnObjectFailure;
    const instance = new dtoClass() as T & Record<string, unknown>;
    let violations: Violation[] | undefined;
    for (const field of fields) {
      const name = findPresentName(raw, field.wireNames);
      if (name === undefined && field.optional) continue;
      const result =
        name === undefined ? missingFailure : field.rule.read((raw as Readonly<Record<string, unknown>>)[name], naming);
      if (result instanceof ValidationFailure) {
        (violations ??= []).push(...result.prefixPath(name ?? field.wireNames[0] ?? field.key).violations);
        if (violations.length >= MAX_REPORTED_VIOLATIONS) break;
      } else {
        (instance as Record<string, unknown>)[field.key] = result;
      }
    }
    return violations ? new ValidationFailure(violations) : instance;
  };
}

function findPresentName(raw: object, wireNames: readonly string[]): string | undefined {
  for (const name of wireNames) if (Object.hasOwn(raw, name)) return name;
  return undefined;
}

const missingFailure = ValidationFailure.create("missing", "Field required");
const notAnObjectFailure = ValidationFailure.create(
  "model_attributes_type",
  "Input should be a valid dictionary or object to extract fields from",
);
