export * from "./jose-identity-verifier.js";
export * from "./local-issuer.js";
export { type OidcOptions, createOidcVerifier } from "./oidc-verifier.js";
export * from "./secure-url.js";
