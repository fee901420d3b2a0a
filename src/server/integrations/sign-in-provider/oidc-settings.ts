import { z } from 'zod'
import { ROLE_IDS, type RoleId } from '#shared/access/roles.ts'
import { isOpenToOthers, optionalText, settingGroup, webPage } from '../../settings/settings-group.ts'

/** Which addresses of the provider are believed to belong to the person: `claim` names the claim that must be true. */
export type EmailTrust = { kind: 'verified' | 'issuer' } | { kind: 'claim'; name: string }

export interface ProviderAccount {
  issuer: string
  clientId: string
  clientSecret: string
  /** The provider's name for users. */
  label: string
  scopes: string
  emailTrust: EmailTrust
  /** Creates accounts for people with exactly one mapped role. */
  createsUsers: boolean
  /** The claim that decides on roles, and the role of each of its values; null if roles are decided here. */
  roles: { claim: string; byValue: Readonly<Record<string, RoleId>> } | null
  /** Sessions end after so many hours at the latest; null for no limit of their own. */
  maxAgeHours: number | null
  /** The only Google Workspace domain that is let in; null for any. */
  hostedDomain: string | null
}

const GOOGLE = 'accounts.google.com'
/** Issuers of Microsoft that sign for every organization, each of which decides on its own addresses. */
const SHARED_TENANT = /^https:\/\/login\.microsoftonline\.[a-z]+\/(common|organizations|consumers)(\/|$)/i
const ISSUER = 'the provider’s issuer, such as https://login.example.com, without a query (?) or fragment (#)'

const Issuer = webPage().refine((address) => !/[?#]/.test(address))

const Trust = z
  .string()
  .regex(/^(verified|issuer|claim:[\w.:/-]{1,100})$/)
  .transform((value): EmailTrust => {
    if (value === 'verified' || value === 'issuer') return { kind: value }
    return { kind: 'claim', name: value.slice('claim:'.length) }
  })

/** The role of each value of the claim, from JSON. */
const Roles = z
  .string()
  .transform((text, { addIssue }) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(z.record(z.string().min(1), z.enum(ROLE_IDS)).refine((roles) => Object.keys(roles).length > 0))

const VARIABLES = {
  OIDC_ISSUER: Issuer.optional(),
  OIDC_CLIENT_ID: optionalText(),
  OIDC_CLIENT_SECRET: optionalText(),
  OIDC_LABEL: z.string().trim().min(1).max(40).optional(),
  OIDC_SCOPES: z
    .string()
    .refine((scopes) => scopes.split(/\s+/).includes('openid'))
    .prefault('openid email profile'),
  OIDC_EMAIL_TRUST: Trust.prefault('verified'),
  OIDC_PROVISION: z.enum(['off', 'create']).default('off'),
  OIDC_ROLE_CLAIM: optionalText(),
  OIDC_ROLES: Roles.optional(),
  OIDC_MAX_AGE_HOURS: z.coerce.number().min(0.1).max(12).optional(),
  OIDC_HOSTED_DOMAIN: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional(),
}
type Values = z.output<z.ZodObject<typeof VARIABLES>>

export const isGoogle = (issuer: string): boolean => new URL(issuer).hostname === GOOGLE

/** Why these values let in people that nobody meant to let in; null if they don't. */
function refusalOf(values: Values): string | null {
  const { OIDC_ISSUER: issuer, OIDC_EMAIL_TRUST: trust, OIDC_HOSTED_DOMAIN: domain } = values
  if (issuer === undefined) return null
  if (isOpenToOthers(issuer))
    return `OIDC_ISSUER is not usable: sign-ins would travel unencrypted to ${issuer}. Use its https:// address.`
  if (SHARED_TENANT.test(issuer))
    return 'OIDC_ISSUER is not usable: it lets in every organization at Microsoft. Use the issuer of your own tenant.'
  if (trust.kind === 'issuer' && isGoogle(issuer) && domain === undefined)
    return 'OIDC_HOSTED_DOMAIN is missing: OIDC_EMAIL_TRUST cannot be issuer for Google without it.'
  if (values.OIDC_PROVISION === 'create' && values.OIDC_ROLE_CLAIM === undefined)
    return 'OIDC_ROLE_CLAIM is missing: OIDC_PROVISION cannot be create without it.'
  return null
}

function accountOf(values: Values): ProviderAccount | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_LABEL: label,
    OIDC_ROLE_CLAIM: claim,
    OIDC_ROLES: byValue,
  } = values
  if (!issuer || !clientId || !clientSecret || !label) return undefined
  return {
    ...{ issuer, clientId, clientSecret, label },
    scopes: values.OIDC_SCOPES,
    emailTrust: values.OIDC_EMAIL_TRUST,
    createsUsers: values.OIDC_PROVISION === 'create',
    roles: claim && byValue ? { claim, byValue } : null,
    maxAgeHours: values.OIDC_MAX_AGE_HOURS ?? null,
    hostedDomain: values.OIDC_HOSTED_DOMAIN ?? null,
  }
}

export const oidcSettings = settingGroup({
  variables: VARIABLES,
  expected: {
    OIDC_ISSUER: ISSUER,
    OIDC_LABEL: 'the name that people know the provider by, at most 40 characters',
    OIDC_SCOPES: 'scopes separated by blanks, with openid among them',
    OIDC_EMAIL_TRUST: 'verified, issuer, or claim: with the name of a claim, such as claim:xms_edov',
    OIDC_PROVISION: 'off or create',
    OIDC_ROLES: 'JSON such as {"desk-qa": "qa"} with the roles adm, opm, qa, eng and wrt',
    OIDC_MAX_AGE_HOURS: 'a number of hours, at most 12',
    OIDC_HOSTED_DOMAIN: 'a domain such as example.com',
  },
  together: [
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_LABEL'],
    ['OIDC_ROLE_CLAIM', 'OIDC_ROLES'],
  ],
  requires: {
    OIDC_SCOPES: 'OIDC_ISSUER',
    OIDC_EMAIL_TRUST: 'OIDC_ISSUER',
    OIDC_PROVISION: 'OIDC_ISSUER',
    OIDC_ROLE_CLAIM: 'OIDC_ISSUER',
    OIDC_MAX_AGE_HOURS: 'OIDC_ISSUER',
    OIDC_HOSTED_DOMAIN: 'OIDC_ISSUER',
  },
  refused: refusalOf,
  settings: (values): { signInProvider: ProviderAccount | undefined } => ({
    signInProvider: accountOf(values),
  }),
  warnings: ({ signInProvider: provider }) =>
    provider && isGoogle(provider.issuer) && provider.hostedDomain === null
      ? ['OIDC_HOSTED_DOMAIN is not set: anybody with a Google account can try to sign in.']
      : [],
  // Without a provider there is nothing in its place.
  vendors: ({ signInProvider: provider }): Readonly<Record<string, string>> =>
    provider ? { sign_in: `${provider.label} at ${provider.issuer}` } : {},
})
