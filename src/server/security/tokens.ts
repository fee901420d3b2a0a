import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in an address. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What a token looks like; anything else was never given out. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)

/** Stored form of a token. Tokens are random, so a plain digest cannot be reversed by guessing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
