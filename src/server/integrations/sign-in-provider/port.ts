import type { RoleId } from '#shared/access/roles.ts'
import type { AdapterHealth } from '../health.ts'

/** The checks of one sign-in: made for it, and kept by the browser that began it. */
export interface SignInKeys {
  state: string
  nonce: string
  /** Of PKCE. */
  verifier: string
}

/** How the provider asks the person. */
export type ProviderPrompt = 'silent' | 'choose' | 'again'

/** A person as the provider knows them. */
export interface ProviderPerson {
  issuer: string
  /** Never changes, unlike the email. */
  subject: string
  /** In lower case; null if the provider names none. */
  email: string | null
  /** The provider vouches that the email belongs to the person. */
  isEmailTrusted: boolean
  /** False for a person of another organization at a provider that serves several. */
  isLetIn: boolean
  firstName: string
  lastName: string
  /** The provider says that it asked for more than one factor. */
  isStrong: boolean
  /** The one role that the settings map; null if they map none, or if it isn't exactly one. */
  roleId: RoleId | null
  /** The provider's session; null if it names none. */
  sessionId: string | null
  /** When the provider last asked the person who they are, in seconds since 1970; null if it doesn't say. */
  askedAt: number | null
}

/** What the provider says about sessions that ended there. */
export interface ProviderLogout {
  issuer: string
  /** One of the two at least. */
  subject: string | null
  sessionId: string | null
  /** Names this message, which counts once. */
  id: string
}

/**
 * Why a sign-in through the provider failed. `canceled`: by the person. `refused`: an answer that must not be believed.
 * `unasked`: it doesn't say when it asked the person, who was to be asked again.
 */
export class ProviderRefusal extends Error {
  readonly reason: 'canceled' | 'refused' | 'unasked'

  constructor(reason: ProviderRefusal['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

/**
 * Another system in which people sign in. Apart from `ProviderRefusal`, it throws only `IntegrationError`: the provider
 * is away or wrongly set up.
 */
export interface SignInProvider {
  label: string
  issuer: string
  /** Whether it is one that anybody can have an account with. */
  isOpenToAll: boolean
  createsUsers: boolean
  /** The claim that decides on roles; null if roles are decided here. */
  roleClaim: string | null
  maxAgeHours: number | null
  /** The address that the browser is sent to. */
  begin(keys: SignInKeys, prompt: ProviderPrompt): Promise<URL>
  /** Redeems the code that the browser brought back. */
  finish(answer: URLSearchParams, keys: SignInKeys, prompt: ProviderPrompt): Promise<ProviderPerson>
  /** The address where a user signs out of the provider itself; null if it names none. */
  signOutAddress(): Promise<string | null>
  /** Reads and verifies a logout token. */
  readLogout(token: string): Promise<ProviderLogout>
  /** Asks the provider, at most once in a while. */
  isAnswering(): Promise<boolean>
  check(): Promise<AdapterHealth>
}
