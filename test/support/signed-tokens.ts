import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTPayload } from "jose";

export const TOKEN_ISSUER = "https://id.example.org";
export const TOKEN_AUDIENCE = "mneme";
/** 2026-01-05T09:00:00Z, the time of the fixed clock. */
export const TOKEN_TIME_SECONDS = 1767603600;

export const validClaims: JWTPayload = {
  iss: TOKEN_ISSUER,
  aud: TOKEN_AUDIENCE,
  sub: "ana",
  iat: TOKEN_TIME_SECONDS,
  exp: TOKEN_TIME_SECONDS + 3600,
};

/** A key of an issuer with its public forms. */
export interface SigningKey {
  readonly jwks: JSONWebKeySet;
  readonly pem: string;
  sign(payload: JWTPayload, header?: { kid?: string; typ?: string }): Promise<string>;
}

export async function createSigningKey(alg: string, kid: string = alg): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg, use: "sig" }] },
    pem: await exportSPKI(publicKey),
    sign: (payload, header = { kid }) => new SignJWT(payload).setProtectedHeader({ alg, ...header }).sign(privateKey),
  };
}

const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Assembled by hand, because libraries refuse to create such tokens. */
export function createUnsignedToken(payload: JWTPayload, alg = "none"): string {
  return `${encodePart({ alg, typ: "JWT" })}.${encodePart(payload)}.`;
}

export function createHmacToken(payload: JWTPayload, secret: string, kid: string): string {
  const content = `${encodePart({ alg: "HS256", typ: "JWT", kid })}.${encodePart(payload)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}
