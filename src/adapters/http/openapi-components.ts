import { isDeepStrictEqual } from "node:util";
import type { Schema } from "../../domain/rules.js";
import { componentName, objectSchema, type Class, type SchemaRenderer } from "./field.js";
import type { WireNames } from "./wire-names.js";

type Section = "schemas" | "responses" | "parameters";

/** The named components of one OpenAPI document; `add` returns a reference to the component. */
export class OpenApiComponents implements SchemaRenderer {
  private readonly sections: Readonly<Record<Section, Map<string, Schema>>> = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
  };

  constructor(readonly names: WireNames) {}

  /** @returns a reference to the component of the class; the schema itself when the class has no name. */
  render(shape: Class<object>): Schema {
    const component = componentName(shape);
    if (!component) return objectSchema(shape, this);
    const { name, description } = component;
    return this.add("schemas", name, {
      ...objectSchema(shape, this),
      ...(description === undefined ? {} : { description }),
    });
  }

  /** @throws Error when another component already has the name. */
  add(section: Section, name: string, component: Schema): Schema {
    const known = this.sections[section].get(name);
    if (known && !isDeepStrictEqual(known, component)) throw new Error(`Two different ${section} are called ${name}`);
    this.sections[section].set(name, component);
    return { $ref: `#/components/${section}/${name}` };
  }

  /** Every section in alphabetical order, so that a new route does not reorder the document. */
  toJSON(): Readonly<Record<Section, Schema>> {
    const sorted = (section: Section): Schema =>
      Object.fromEntries([...this.sections[section]].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { schemas: sorted("schemas"), responses: sorted("responses"), parameters: sorted("parameters") };
  }
}
