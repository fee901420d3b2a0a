/** A unique idempotency key for one call. */
export function newCallKey(): string {
  // `randomUUID` is missing where the product is served without TLS.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
