import { isDeepStrictEqual } from "node:util";
import type { Schema } from "../../../domain/rules.js";
import { getComponentMetadata, createObjectSchema, type DtoClass, type SchemaRenderer } from "../kernel/dto-fields.js";
import type { NamingProfile } from "../kernel/naming-profile.js";

type ComponentSection = "schemas" | "responses" | "parameters";

/** The named components of one OpenAPI document; `add` returns a reference to the component. */
export class OpenApiComponents implements SchemaRenderer {
  private readonly sections: Readonly<Record<ComponentSection, Map<string, Schema>>> = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
  };

  constructor(readonly naming: NamingProfile) {}

  /** @returns a reference to the component of the class; the schema itself when the class has no name. */
  render(dtoClass: DtoClass<object>): Schema {
    const component = getComponentMetadata(dtoClass);
    if (!component) return createObjectSchema(dtoClass, this);
    const { name, description } = component;
    return this.add("schemas", name, {
      ...createObjectSchema(dtoClass, this),
      ...(description === undefined ? {} : { description }),
    });
  }

  /** @throws Error when another component already has the name. */
  add(section: ComponentSection, name: string, component: Schema): Schema {
    const existing = this.sections[section].get(name);
    if (existing && !isDeepStrictEqual(existing, component))
      throw new Error(`Two different ${section} are called ${name}`);
    this.sections[section].set(name, component);
    return { $ref: `#/components/${section}/${name}` };
  }

  /** Every section in alphabetical order, so that a new route does not reorder the document. */
  toJSON(): Readonly<Record<ComponentSection, Schema>> {
    const sortSection = (section: ComponentSection): Schema =>
      Object.fromEntries([...this.sections[section]].sort(([a], [b]) => (a < b ? -1 : 1)));
    return {
      schemas: sortSection("schemas"),
      responses: sortSection("responses"),
      parameters: sortSection("parameters"),
    };
  }
}
