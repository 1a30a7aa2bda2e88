import type { BindInWhenOnFluentSyntax, BindToFluentSyntax, ServiceIdentifier } from "inversify";

declare const resolved: unique symbol;

/** A name in the container that knows the type of what is bound to it. */
export type Token<T> = symbol & { readonly [resolved]: T };

export function token<T>(name: string): Token<T> {
  return Symbol(name) as Token<T>;
}

type ResolvedOf<Tokens extends readonly Token<unknown>[]> = {
  [I in keyof Tokens]: Tokens[I] extends Token<infer T> ? T : never;
};

type Bind = <T>(identifier: ServiceIdentifier<T>) => BindToFluentSyntax<T>;

export interface Provision<T, Needs extends readonly Token<unknown>[]> {
  readonly needs: Needs;
  readonly make: (...resolved: ResolvedOf<Needs>) => T | Promise<T>;
  /** Called once when the container is closed, if the thing was ever made. */
  readonly close?: (made: T) => void | Promise<void>;
}

/** Binds one thing, made once from what it needs; what does not fit its token's type does not compile. */
export function provide<T, const Needs extends readonly Token<unknown>[]>(
  bind: Bind,
  what: Token<T>,
  { needs, make, close }: Provision<T, Needs>,
): void {
  const factory = make as (...resolved: unknown[]) => T | Promise<T>;
  const bound: BindInWhenOnFluentSyntax<T> = bind<T>(what).toResolvedValue(factory, [...needs]);
  const once = bound.inSingletonScope();
  if (close) once.onDeactivation(close);
}
