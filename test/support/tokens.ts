import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTPayload } from "jose";

export const issuer = "https://id.example.org";
export const audience = "mneme";
/** 2026-01-05T09:00:00Z, when the fixed clock stands. */
export const now = 1767603600;

export const claims: JWTPayload = { iss: issuer, aud: audience, sub: "ana", iat: now, exp: now + 3600 };

/** A key of an issuer, with what it can make. */
export interface SigningKey {
  readonly jwks: JSONWebKeySet;
  readonly pem: string;
  sign(payload: JWTPayload, header?: { kid?: string; typ?: string }): Promise<string>;
}

export async function aSigningKey(alg: string, kid: string = alg): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg, use: "sig" }] },
    pem: await exportSPKI(publicKey),
    sign: (payload, header = { kid }) => new SignJWT(payload).setProtectedHeader({ alg, ...header }).sign(privateKey),
  };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Put together by hand, as libraries refuse to. */
export function unsigned(payload: JWTPayload, alg = "none"): string {
  return `${part({ alg, typ: "JWT" })}.${part(payload)}.`;
}

export function signedBySecret(payload: JWTPayload, secret: string, kid: string): string {
  const content = `${part({ alg: "HS256", typ: "JWT", kid })}.${part(payload)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}
