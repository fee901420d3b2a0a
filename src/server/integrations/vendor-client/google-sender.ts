import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import type { GoogleAccount } from './google-account.ts'
import { createGoogleToken, type TokenOptions } from './google-token.ts'
import { createVendorClient, type VendorRequest } from './vendor-client.ts'

/** Google uses 403 for rate limits, and does not say how long to wait. */
const QUOTA = new Set(['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded'])
const QUOTA_PAUSE_MS = 15 * 60_000

const Refusal = z.object({
  error: z.object({
    status: z.string().max(100).optional(),
    errors: z.array(z.object({ reason: z.string().max(100) })).optional(),
  }),
})

function googleCode(body: unknown): string | undefined {
  const { error } = Refusal.safeParse(body).data ?? {}
  return error?.errors?.[0]?.reason ?? error?.status
}

function asQuota(error: unknown): unknown {
  if (!(error instanceof IntegrationError) || error.status !== 403) return error
  if (!QUOTA.has(error.vendorCode ?? '')) return error
  const { system, operation, status, vendorCode, message, retryAfterMs = QUOTA_PAUSE_MS } = error
  return new IntegrationError(message, {
    system,
    operation,
    kind: 'rate_limited',
    status,
    ...(vendorCode === undefined ? {} : { vendorCode }),
    retryAfterMs,
  })
}

interface GoogleService {
  system: string
  baseUrl: string
  key: GoogleAccount
  scope: string
  atOnce: number
  /** User that the account impersonates, with domain-wide delegation. */
  subject?: string
}

/** Calls a Google service with a service account. */
export function createGoogleSender(service: GoogleService, options: TokenOptions) {
  const { system, baseUrl, key, scope, atOnce, subject } = service
  const token = createGoogleToken(key, scope, { ...options, subject })
  const client = createVendorClient({
    system,
    baseUrl,
    headers: async () => ({ authorization: `Bearer ${await token.current()}` }),
    atOnce,
    vendorCode: googleCode,
    ...options,
  })
  /** A token may be revoked early, so retry once with a new one. */
  return async <Read>(request: VendorRequest<Read>): Promise<Read> => {
    try {
      return await client.send(request)
    } catch (error) {
      const isRefused = error instanceof IntegrationError && error.system === system
      if (!isRefused || error.kind !== 'unauthorized') throw asQuota(error)
      token.forget()
      return client.send(request).catch((again: unknown) => {
        throw asQuota(again)
      })
    }
  }
}
