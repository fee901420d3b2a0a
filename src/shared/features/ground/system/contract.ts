import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Role } from '../auth/contract.ts'

export const SamplePerson = z.object({
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  role: Role,
})
export type SamplePerson = z.infer<typeof SamplePerson>

export const Health = z.object({
  /** Name of the environment, e.g. `development` or `production`. */
  env: z.string(),
  /** Public host name of the product. */
  publicHost: z.string(),
  commit: z.string(),
  /** Address of the commit; null if the build knows none. */
  commit_url: z.string().nullable(),
  help_email: z.string(),
  /** The organisation's time zone, as an IANA name: its days begin and its clocks go by it. */
  time_zone: z.string(),
  /** The host of the marketplace whose products articles are about, e.g. `www.amazon.com`. */
  marketplace: z.string(),
  /** May validators approve what they requested themselves? */
  self_approval: z.boolean(),
  /** Notice above the sign-in form; null if there is none. */
  notice: z.string().nullable(),
  /** May the address be changed under which boards reach this server? Never in production. */
  tunnels: z.boolean(),
  /** Present, and true, as soon as a user has a passkey: then the sign-in form offers one. */
  passkeys: z.literal(true).optional(),
  /**
   * Present where people can sign in through a provider, with the name that they know it by. `limits_passwords` is
   * present, and true, while only break-glass accounts may sign in with a password.
   */
  provider: z.object({ label: z.string(), limits_passwords: z.literal(true).optional() }).optional(),
  /** Sites, people, products and figures are invented. */
  is_sample: z.boolean(),
  /**
   * Set only in the sample workspace and only for callers on this machine: users for signing in with one
   * click.
   */
  sample: z.object({ password: z.string(), people: z.array(SamplePerson) }).nullable(),
})
export type Health = z.infer<typeof Health>

export const OutboxMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sent_at: Timestamp,
})
export type OutboxMail = z.infer<typeof OutboxMail>

export const systemEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'The environment, its public address and the build.',
    answer: Health,
  }),
  readiness: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    summary: 'Health check. 503 while the server starts or stops, or without its database.',
    answer: z.object({ ready: z.boolean() }),
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/api/outbox',
    access: 'public',
    callers: 'person',
    summary:
      'Unsent mail. Only from this machine: in the sample workspace for everyone, elsewhere outside production with CreateUser; otherwise 404.',
    answer: z.array(OutboxMail),
  }),
}
