import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConnectRefusal } from '#shared/features/ground/assistants/rules.ts'
import type { Db } from '../../db/connect.ts'

export const AUTHORIZE_PATH = '/oauth/authorize'
export const TOKEN_PATH = '/oauth/token'
export const REVOKE_PATH = '/oauth/revoke'
/** What an assistant's token is for. */
export const RESOURCE_PATH = '/api/mcp'

export const SCOPES = ['read', 'write'] as const

/** The cookie that binds requests to the browser in which programs made them: the newest first, with dots between. */
export const REQUEST_COOKIE = 'connect'
/** Requests that one browser may have open. */
const MOST_OPEN = 5

/** Whether a request was made in the browser with this cookie. */
export const isOfBrowser = (cookie: string | null, uid: string): boolean =>
  cookie?.split('.').includes(uid) === true

/** The cookie of a browser in which another request was made. */
export const withRequest = (cookie: string | null, uid: string): string =>
  [uid, ...(cookie?.split('.') ?? [])].slice(0, MOST_OPEN).join('.')

/** Address of the page that tells the person why nothing was connected. */
export function refusedAddress(why: ConnectRefusal, host: string | null): string {
  const said = new URLSearchParams({ why, ...(host === null ? {} : { host }) })
  return `/connect/refused?${said}`
}

/** No program needs a longer address. */
const MOST_CHARACTERS = 500

/** Host of the document by which a program identifies itself; null if that is no address of one. */
export function hostOf(clientId: string | undefined): string | null {
  const url = clientId === undefined ? null : URL.parse(clientId)
  const isOne = url?.protocol === 'https:' && url.port === '' && url.pathname.length > 1
  return isOne && url.href.length <= MOST_CHARACTERS ? url.hostname : null
}

/** A request for consent that is open, in the browser in which the program made it. */
export interface OpenRequest {
  uid: string
  /** Address of the document by which the program identifies itself. */
  clientId: string
  host: string
  /** As the program calls itself: one line, fit to be shown. */
  name: string
  redirectHost: string
  /** The answer goes to a program on the person's own computer. */
  isLocal: boolean
  wantsWrite: boolean
  expiresAt: Date
}

/** What the authorization server asks about consents, and reports of them. */
export interface Consents {
  /** Whether programs of this host may connect. */
  isHostAllowed(host: string | null): Promise<boolean>
  /** Whether the consent still counts and its account may sign in. */
  counts(consent: { accountId: string; grantId: string }): Promise<boolean>
  /** The program got an access token, as it does at least once an hour while it is used. */
  used(grantId: string): Promise<void>
  /** The program gave its tokens back, or a code or refresh token was used twice. */
  end(grantId: string): Promise<void>
}

/** The authorization server of OAuth 2.1 by which assistants connect. */
export interface AuthorizationServer {
  /** Also null if the request was answered or made in another browser. */
  find(asked: { uid: string; cookie: string | null }): Promise<OpenRequest | 'unreadable' | null>
  /** Makes what identifies a consent. It counts for nothing until a connection names it. */
  makeGrant(request: OpenRequest, by: { accountId: string; mayWrite: boolean }): Promise<string>
  /** Forgets a consent that no connection names. */
  dropGrant(grantId: string): Promise<void>
  /** Takes the request for one answer, with this transaction. False if it was taken before. */
  claim(tx: Db, request: OpenRequest): Promise<boolean>
  /** Where the browser goes next, to hand the program its code. Null if the request has expired meanwhile. */
  accept(request: OpenRequest, by: { accountId: string; grantId: string }): Promise<string | null>
  /** The same for a program that the person refused, also one whose document can't be read. */
  refuse(asked: { uid: string; cookie: string | null }): Promise<string | null>
  /** Lets the browser go back to the program with the answer, once. False if it went before, or there is no answer. */
  leave(uid: string): Promise<boolean>
  /** Answers a call of a program, or of a browser on its behalf. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
}
