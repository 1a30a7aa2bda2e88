import "reflect-metadata";
import type { Violation } from "../../domain/errors.js";
import { VIOLATIONS_REPORTED } from "../../domain/limits.js";
import { Refused, type Schema } from "../../domain/rules.js";
import type { WireNames } from "./wire-names.js";

/** What a value of the wire must be, as a value. A rule of the domain is one as it stands. */
export interface WireRule<T> {
  read(raw: unknown, names: WireNames): T | Refused;
  schema(renderer: SchemaRenderer): Schema;
}

/** Renders the classes within a schema: inline, or as references to named components. */
export interface SchemaRenderer {
  readonly names: WireNames;
  render(shape: Class<object>): Schema;
}

/** A class whose fields are declared with `@Field`. It is made without arguments; its initialisers are the defaults. */
export type Class<T extends object> = new () => T;

/** The shape that `T` declares, as a plain value: answers are written by hand. */
export type Plain<T> = T extends readonly (infer Element)[]
  ? Plain<Element>[]
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T;

export type Location = "path" | "query" | "body";

export interface FieldOptions {
  /** May be left out: the initialiser's value stands then, undefined without one. */
  readonly optional?: true;
  /** The name on the wire, where it is not the property's own. */
  readonly named?: (names: WireNames) => string;
  /** Further names that are read when the first one is absent, the earlier before the later. */
  readonly alsoNamed?: readonly string[];
  readonly description?: string;
  /** Ours, beyond the contract. */
  readonly extension?: true;
  /** The documented default of a field without initialiser, whose absence must be distinguishable from its default. */
  readonly default?: unknown;
}

interface Declaration extends FieldOptions {
  readonly key: string;
  readonly rule: WireRule<unknown>;
}

const DECLARATIONS = Symbol("fields");
const COMPONENT = Symbol("component");

/** The name under which a class is a component of the OpenAPI document. */
export interface ComponentName {
  readonly name: string;
  readonly description?: string;
}

/** Names a class in the OpenAPI document. Subclasses need a name of their own. */
export function Component(name: string, description?: string) {
  return (target: Class<object>): void => {
    const component: ComponentName = { name, ...(description === undefined ? {} : { description }) };
    Reflect.defineMetadata(COMPONENT, component, target);
  };
}

/** @returns undefined for a class without a name of its own. */
export const componentName = (shape: Class<object>): ComponentName | undefined =>
  Reflect.getOwnMetadata(COMPONENT, shape) as ComponentName | undefined;

/**
 * Declares a field: how it is read, refused and documented (edge of the service; see `read` and `schemaOf`). The order
 * of the declarations is the order of violations. A rule whose values do not fit the property does not compile.
 */
export function Field<T>(rule: WireRule<T>, options: FieldOptions = {}) {
  return <C extends object, K extends keyof C & string>(target: C, key: [T] extends [C[K]] ? K : never): void => {
    const declared = declarationsOf(target).filter((declaration) => declaration.key !== key);
    Reflect.defineMetadata(DECLARATIONS, [...declared, { ...options, key, rule }], target);
  };
}

/** Those of a base class come first. */
const declarationsOf = (prototype: object): readonly Declaration[] =>
  (Reflect.getMetadata(DECLARATIONS, prototype) as Declaration[] | undefined) ?? [];

/**
 * Reads what came in `location`: an instance of `Class`, or every violation, at most `VIOLATIONS_REPORTED` of them,
 * with its whole path. Nothing at all (undefined, `null`) is a missing one. Never throws, whatever `raw` is.
 */
export function read<T extends object>(
  Class: Class<T>,
  location: Location,
  raw: unknown,
  names: WireNames,
): T | Refused {
  const value = raw == null ? missing : readerOf(Class, names)(raw);
  if (!(value instanceof Refused)) return value;
  return new Refused(value.under(location).violations.slice(0, VIOLATIONS_REPORTED));
}

/** An object with the fields of `Class`, for a place inside another one. */
export function record<T extends object>(lazily: () => Class<T>): WireRule<T> {
  return {
    read: (raw, names) => readerOf(lazily(), names)(raw),
    schema: (renderer) => renderer.render(lazily()),
  };
}

/** What `read` takes, as JSON Schema 2020-12 without references. */
export function schemaOf(Class: Class<object>, names: WireNames): Schema {
  const renderer: SchemaRenderer = { names, render: (shape) => objectSchema(shape, renderer) };
  return renderer.render(Class);
}

/** The schema of one class; the renderer decides how the classes within it appear. */
export function objectSchema(Class: Class<object>, renderer: SchemaRenderer): Schema {
  const { names } = renderer;
  const defaults = new Class() as Readonly<Record<string, unknown>>;
  const declarations = declarationsOf(Class.prototype as object);
  const required = declarations.filter(({ optional }) => !optional).map((declaration) => nameOf(declaration, names));
  return {
    type: "object",
    properties: Object.fromEntries(
      declarations.map((declaration) => [
        nameOf(declaration, names),
        propertySchema(declaration, defaults[declaration.key], renderer),
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

function propertySchema(
  { rule, description, extension, optional, default: documented }: Declaration,
  initial: unknown,
  renderer: SchemaRenderer,
): Schema {
  const value = initial === undefined ? documented : initial;
  return {
    ...rule.schema(renderer),
    ...(description === undefined ? {} : { description }),
    ...(extension ? { "x-extension": true } : {}),
    ...(optional && value !== undefined ? { default: value } : {}),
  };
}

const nameOf = ({ key, named }: Declaration, names: WireNames): string => named?.(names) ?? key;

type Reader<T> = (raw: unknown) => T | Refused;

const readers = new WeakMap<WireNames, WeakMap<Class<object>, Reader<object>>>();

function readerOf<T extends object>(Class: Class<T>, names: WireNames): Reader<T> {
  let known = readers.get(names);
  if (!known) readers.set(names, (known = new WeakMap()));
  let reader = known.get(Class) as Reader<T> | undefined;
  if (!reader) known.set(Class, (reader = compile(Class, names)));
  return reader;
}

interface CompiledField {
  readonly key: string;
  readonly names: readonly string[];
  readonly rule: WireRule<unknown>;
  readonly optional: boolean;
}

/** Looks the declarations up once, so that reading a value is a walk over a list. */
function compile<T extends object>(Class: Class<T>, names: WireNames): Reader<T> {
  const fields = declarationsOf(Class.prototype as object).map((declaration): CompiledField => ({
    key: declaration.key,
    names: [nameOf(declaration, names), ...(declaration.alsoNamed ?? [])],
    rule: declaration.rule,
    optional: declaration.optional ?? false,
  }));
  return (raw) => {
    if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return notAnObject;
    const instance = new Class() as T & Record<string, unknown>;
    let violations: Violation[] | undefined;
    for (const field of fields) {
      const name = nameIn(raw, field.names);
      if (name === undefined && field.optional) continue;
      const value =
        name === undefined ? missing : field.rule.read((raw as Readonly<Record<string, unknown>>)[name], names);
      if (value instanceof Refused) {
        (violations ??= []).push(...value.under(name ?? field.names[0] ?? field.key).violations);
        if (violations.length >= VIOLATIONS_REPORTED) break;
      } else {
        (instance as Record<string, unknown>)[field.key] = value;
      }
    }
    return violations ? new Refused(violations) : instance;
  };
}

function nameIn(raw: object, names: readonly string[]): string | undefined {
  for (const name of names) if (Object.hasOwn(raw, name)) return name;
  return undefined;
}

const missing = Refused.because("missing", "Field required");
const notAnObject = Refused.because(
  "model_attributes_type",
  "Input should be a valid dictionary or object to extract fields from",
);
