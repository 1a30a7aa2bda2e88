import { createECDH, hkdfSync } from "node:crypto";

/** Both in base64url: 65 and 32 bytes. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The key pair by which push services know this service (RFC 8292): the same for the same seed, in every process and
 * after every start, for a browser that was registered with one takes messages by no other.
 * @param seed 32 secret bytes, used for nothing else.
 */
export function vapidKeysOf(seed: Uint8Array): VapidKeys {
  // FIPS 186-5, A.2.1: 128 bits more than needed, so that no key is likelier than another.
  const random = Buffer.from(hkdfSync("sha256", seed, "", "P-256 private key", 48)).toString("hex");
  const scalar = (BigInt(`0x${random}`) % (ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}
