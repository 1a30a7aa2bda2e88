import type { BindInWhenOnFluentSyntax, BindToFluentSyntax, ServiceIdentifier } from "inversify";

declare const resolved: unique symbol;

/** A name in the container that knows the type of what is bound to it. */
export type Token<T> = symbol & { readonly [resolved]: T };

export function token<T>(name: string): Token<T> {
  return Symbol(name) as Token<T>;
}

/** Tokens, by the names under which what is bound to them is handed over. */
type Tokens = Readonly<Record<string, Token<unknown>>>;

type Resolved<Needs extends Tokens> = {
  readonly [Name in keyof Needs]: Needs[Name] extends Token<infer T> ? T : never;
};

type Bind = <T>(identifier: ServiceIdentifier<T>) => BindToFluentSyntax<T>;

export interface Provision<T, Needs extends Tokens> {
  readonly needs: Needs;
  readonly make: (resolved: Resolved<Needs>) => T | Promise<T>;
  /** Called once when the container is closed, if the thing was ever made. */
  readonly close?: (made: T) => void | Promise<void>;
}

/** Binds one thing, made once from what it needs; what does not fit its token's type does not compile. */
export function provide<T, const Needs extends Tokens>(
  bind: Bind,
  what: Token<T>,
  { needs, make, close }: Provision<T, Needs>,
): void {
  const names = Object.keys(needs);
  const factory = (...resolved: unknown[]): T | Promise<T> =>
    make(Object.fromEntries(names.map((name, index) => [name, resolved[index]])) as Resolved<Needs>);
  const bound: BindInWhenOnFluentSyntax<T> = bind<T>(what).toResolvedValue(factory, Object.values(needs));
  const once = bound.inSingletonScope();
  if (close) once.onDeactivation(close);
}
