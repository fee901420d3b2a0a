import { z } from 'zod'
import type { RoleId } from '#shared/access/roles.ts'
import type { ProviderAccount } from './oidc-settings.ts'
import type { ProviderPerson } from './port.ts'

/** What the provider says about a person, after its signature was verified. */
export type Claims = Readonly<Record<string, unknown>>

const NAME_MAXIMUM = 100
const Email = z.string().trim().toLowerCase().max(255).pipe(z.email())

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, NAME_MAXIMUM) : '')

/** Providers write custom claims as text or as a number, too. */
const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1'

function isTrusted({ emailTrust }: ProviderAccount, claims: Claims): boolean {
  if (emailTrust.kind === 'claim') return isTrue(claims[emailTrust.name])
  return emailTrust.kind === 'issuer' || claims.email_verified === true
}

/** First and last name; the part of the email before the @ if the provider names none. */
function namesOf(claims: Claims): { firstName: string; lastName: string } {
  const given = textOf(claims.given_name)
  if (given !== '') return { firstName: given, lastName: textOf(claims.family_name) }
  const whole = textOf(claims.name) || textOf(claims.email).replace(/@.*/, '')
  const [firstName = '', ...rest] = whole.split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/**
 * The role that the claim maps to; null unless it is exactly one. A provider with too many groups for the token leaves
 * the claim out.
 */
function roleOf({ roles }: ProviderAccount, claims: Claims): RoleId | null {
  if (roles === null) return null
  const said = claims[roles.claim]
  const values: readonly unknown[] = Array.isArray(said) ? said : [said]
  const mapped = values.flatMap((value) =>
    typeof value === 'string' && Object.hasOwn(roles.byValue, value) ? [roles.byValue[value]] : [],
  )
  const [role, ...others] = new Set(mapped)
  return role !== undefined && others.length === 0 ? role : null
}

/** Whether the person belongs to the only domain that is let in. */
const isOfDomain = ({ hostedDomain }: ProviderAccount, { hd }: Claims) =>
  hostedDomain === null || (typeof hd === 'string' && hd.toLowerCase() === hostedDomain)

/** Some providers leave the time out, or send 0. */
const askedAtOf = ({ auth_time: at }: Claims) => (typeof at === 'number' && at > 0 ? at : null)

/** Whether the ID token leaves out what the settings need, so that the provider must be asked for it. */
export const isIncomplete = ({ roles }: ProviderAccount, claims: Claims): boolean =>
  claims.email === undefined || (roles !== null && claims[roles.claim] === undefined)

/**
 * The claims of the ID token, with what its own address adds: names, the role, and an email with what vouches for it.
 * Nothing else from there counts: only the ID token is signed, and made for this sign-in.
 */
export function completedBy<Said extends Claims>(
  { roles, emailTrust }: ProviderAccount,
  said: Said,
  more: Claims,
): Said {
  const names = ['given_name', 'family_name', 'name', ...(roles === null ? [] : [roles.claim])]
  const missing = names.filter((name) => said[name] === undefined)
  const vouching = ['email', 'email_verified', ...(emailTrust.kind === 'claim' ? [emailTrust.name] : [])]
  const taken = [...missing, ...(said.email === undefined ? vouching : [])]
  return { ...said, ...Object.fromEntries(taken.map((name) => [name, more[name]])) }
}

export function personOf(
  account: ProviderAccount,
  claims: Claims & { iss: string; sub: string },
): ProviderPerson {
  const email = Email.safeParse(claims.email).data ?? null
  const { amr, sid } = claims
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    isEmailTrusted: email !== null && isTrusted(account, claims),
    isLetIn: isOfDomain(account, claims),
    ...namesOf(claims),
    // RFC 8176: several factors were used.
    isStrong: Array.isArray(amr) && amr.includes('mfa'),
    roleId: roleOf(account, claims),
    sessionId: typeof sid === 'string' ? sid : null,
    askedAt: askedAtOf(claims),
  }
}
