import { randomBytes } from 'node:crypto'
import { SCREENS } from '#shared/access/screens.ts'
import { providerEndpoints } from '#shared/features/ground/provider/contract.ts'
import type { CookieJar } from '../../../calls/handlers.ts'
import { notFound } from '../../../errors.ts'
import type { SignInKeys } from '../../../integrations/sign-in-provider/port.ts'
import { type Origin, type PersonActor, requires } from '../../../security/actor.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { ConfiguredDeps, Flow, ProviderDeps } from './deps.ts'
import { keepFlow, keepReturn, ownScreen, returnAddress, takeFlow, takeReturn } from './flow-text.ts'
import { listRenamed } from './queries.ts'
import { findAccount, findIdentityOf } from './store.ts'
import { disconnectOf } from './verbs/disconnect-of.ts'
import { endByProvider } from './verbs/end-by-provider.ts'
import { finishProviderSignIn } from './verbs/finish-provider-sign-in.ts'
import { completeOwn, disconnectOwn, readOtherWays } from './verbs/own-identity.ts'
import { reasonOf, returnFromProvider } from './verbs/return-from-provider.ts'

const word = () => randomBytes(32).toString('base64url')
const newKeys = (): SignInKeys => ({ state: word(), nonce: word(), verifier: word() })

/** Sends the browser on its way to the provider. */
async function leave(
  { clock, box, signInProvider }: ConfiguredDeps,
  cookies: CookieJar,
  way: Pick<Flow, 'purpose' | 'prompt'> & Partial<Flow>,
): Promise<string> {
  const keys = newKeys()
  const { href } = await signInProvider.begin(keys, way.prompt)
  keepFlow(box, cookies, {
    ...{ next: null, invitation: null, userId: null, ...way },
    ...{ keys, at: clock().getTime() },
  })
  return href
}

/** The provider is away: the sign-in card says so. */
async function leaveOrReturn(
  deps: ConfiguredDeps,
  cookies: CookieJar,
  way: Parameters<typeof leave>[2],
): Promise<string> {
  try {
    return await leave(deps, cookies, way)
  } catch (error) {
    deps.log.warn({ err: error }, `could not send a user to ${deps.signInProvider.label}`)
    keepReturn(cookies, reasonOf(error))
    return returnAddress(way.purpose)
  }
}

/** Takes the browser back, and sends it on to the page that asks what came of it. */
async function comeBack(
  deps: ConfiguredDeps,
  origin: Origin,
  { cookies, answer }: { cookies: CookieJar; answer: URLSearchParams },
): Promise<string> {
  const { box, clock } = deps
  const state = answer.get('state') ?? undefined
  const flow = takeFlow(box, cookies, { state, now: clock().getTime() })
  if (flow) keepReturn(cookies, await returnFromProvider(deps, origin, { answer, flow }))
  return returnAddress(flow?.purpose ?? 'sign-in')
}

/** A user's account at the provider, and how they can sign in without it. */
async function readOf(deps: ConfiguredDeps, userId: number) {
  const { db, signInProvider } = deps
  const account = await findAccount(db, userId)
  if (account?.kind !== 'person') throw notFound('User')
  const identity = await findIdentityOf(db, userId, signInProvider.issuer)
  const ways = await readOtherWays(db, deps, account)
  // A break-glass account keeps its role.
  const keepsRole = account.roleId === 'adm' && account.breakGlass
  return {
    ...{ identity, ...ways },
    isRoleFromProvider: signInProvider.roleClaim !== null && identity !== undefined && !keepsRole,
  }
}

export type ProviderService = ReturnType<typeof createProviderService>

/** Whether the provider answers, and the users with another email there; null without a provider. */
async function readHealth({ db, signInProvider }: ProviderDeps) {
  if (signInProvider === null) return null
  const { label, issuer } = signInProvider
  const { limit = null } = await signInProvider.check()
  return { label, limit, renamed: await listRenamed(db, issuer) }
}

export function createProviderService(deps: ProviderDeps) {
  /** Without a provider there is nothing to call. */
  const configured = (): ConfiguredDeps => {
    const { signInProvider } = deps
    if (signInProvider === null) throw notFound('Sign-in provider')
    return { ...deps, signInProvider }
  }
  return {
    /** For a browser that another site sent to `start`: nobody is signed in without an action of their own. */
    signInCard() {
      configured()
      return SCREENS.signIn.path
    },
    async readState() {
      const { signInProvider } = configured()
      const isAway = !(await signInProvider.isAnswering())
      const signOut = isAway ? null : await signInProvider.signOutAddress().catch(() => null)
      return { isAway, signOut }
    },
    start: (
      cookies: CookieJar,
      { next, another }: { next?: string | undefined; another?: string | undefined },
    ) =>
      leaveOrReturn(configured(), cookies, {
        ...{ purpose: 'sign-in', next: ownScreen(next) },
        prompt: another === undefined ? 'silent' : 'choose',
      }),
    async startInvited(cookies: CookieJar, token: string) {
      await deps.auth.readLink('confirmation', token)
      const invitation = hashToken(token)
      return leaveOrReturn(configured(), cookies, { purpose: 'sign-in', prompt: 'silent', invitation })
    },
    comeBack: (origin: Origin, returned: { cookies: CookieJar; answer: URLSearchParams }) =>
      comeBack(configured(), origin, returned),
    finish: (origin: Origin, cookies: CookieJar) =>
      finishProviderSignIn(configured(), origin, takeReturn(cookies)),
    endByProvider: (token: string) => endByProvider(configured(), token),
    readHealth: () => readHealth(deps),
    readOwn: (actor: PersonActor) => readOf(configured(), actor.id),
    readOf: (actor: PersonActor, userId: number) => {
      requires(actor, providerEndpoints.readOf.access)
      return readOf(configured(), userId)
    },
    async connect(actor: PersonActor, cookies: CookieJar) {
      requires(actor, providerEndpoints.connect.access)
      return leave(configured(), cookies, { purpose: 'connect', prompt: 'silent', userId: actor.id })
    },
    async confirm(actor: PersonActor, cookies: CookieJar) {
      requires(actor, providerEndpoints.confirm.access)
      return leave(configured(), cookies, { purpose: 'confirm', prompt: 'again', userId: actor.id })
    },
    complete: (actor: PersonActor, cookies: CookieJar) =>
      completeOwn(configured(), actor, takeReturn(cookies)),
    disconnect: (actor: PersonActor) => disconnectOwn(configured(), actor),
    disconnectOf: (actor: PersonActor, userId: number) => disconnectOf(configured(), actor, userId),
  }
}
