import { SCREENS, screenPathOf } from '#shared/access/screens.ts'
import { RETURN_MARK } from '#shared/features/ground/provider/rules.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import type { CookieJar } from '../../../calls/handlers.ts'
import type { SecretBox } from '../../../security/secret-box.ts'
import type { Flow } from './deps.ts'

/** The ways to the provider that this browser was sent on and has not come back from. */
const FLOW_COOKIE = 'copydesk-oidc'
/** What came of the last one: a code that works once, or why it failed. */
const RETURN_COOKIE = 'copydesk-oidc-return'

export const FLOW_LIFE_MS = 10 * MINUTE_MS
/** A page asks at once. */
export const RETURN_LIFE_MS = 2 * MINUTE_MS
/** Tabs in which a user may sign in at once. */
const MOST_FLOWS = 3
/** Browsers keep 4 kB of a cookie, its name and attributes included. */
const MOST_BYTES = 3800
const SECOND_MS = 1000

const SIGNED_OUT: ReadonlySet<string> = new Set(
  Object.values(SCREENS)
    .filter(({ access }) => access === 'signedOut')
    .map(({ path }) => path),
)

/** The address of one of our own screens; null for anything else. */
export function ownScreen(address: string | undefined): string | null {
  // Browsers take a backslash for a slash, and leave out tabs and line breaks.
  if (address === undefined || !/^\/(?![/\\])[^\\\s]*$/.test(address)) return null
  const path = screenPathOf(address)
  return path === null || SIGNED_OUT.has(path) ? null : address
}

/** Where the browser goes when it comes back. Relative, so it never leaves this server. */
export const returnAddress = (purpose: Flow['purpose']): string =>
  purpose === 'sign-in'
    ? `${SCREENS.signIn.path}#${RETURN_MARK}`
    : `${SCREENS.profile.path}?tab=sign-in#${RETURN_MARK}`

function openFlows(box: SecretBox, cookies: CookieJar, now: number): Flow[] {
  const sealed = cookies.read(FLOW_COOKIE)
  const opened = sealed === null ? null : box.open(sealed)
  if (opened === null) return []
  // Only this server can have sealed it.
  return (JSON.parse(opened) as Flow[]).filter(({ at }) => now - at < FLOW_LIFE_MS)
}

function writeFlows(box: SecretBox, cookies: CookieJar, flows: readonly Flow[]): void {
  if (flows.length === 0) {
    cookies.clear(FLOW_COOKIE)
    return
  }
  // Lax: the browser must send it when the provider sends the user back.
  const kept = { seconds: FLOW_LIFE_MS / SECOND_MS, sameSite: 'Lax' } as const
  cookies.write(FLOW_COOKIE, box.seal(JSON.stringify(flows)), kept)
}

/** The newest of them that fit into the cookie. If none does, the newest without the screen to open afterwards. */
function fitting(box: SecretBox, flows: readonly Flow[]): readonly Flow[] {
  if (box.seal(JSON.stringify(flows)).length < MOST_BYTES) return flows
  if (flows.length > 1) return fitting(box, flows.slice(1))
  return flows.map((flow) => ({ ...flow, next: null }))
}

export function keepFlow(box: SecretBox, cookies: CookieJar, flow: Flow): void {
  const flows = [...openFlows(box, cookies, flow.at), flow].slice(-MOST_FLOWS)
  writeFlows(box, cookies, fitting(box, flows))
}

/** The way with this state, which is then over; undefined if this browser was not sent on it. */
export function takeFlow(
  box: SecretBox,
  cookies: CookieJar,
  { state, now }: { state: string | undefined; now: number },
): Flow | undefined {
  const flows = openFlows(box, cookies, now)
  const flow = flows.find(({ keys }) => keys.state === state)
  if (flow)
    writeFlows(
      box,
      cookies,
      flows.filter((each) => each !== flow),
    )
  return flow
}

/** A code, or a reason. */
export function keepReturn(cookies: CookieJar, value: string): void {
  cookies.write(RETURN_COOKIE, value, { seconds: RETURN_LIFE_MS / SECOND_MS, sameSite: 'Strict' })
}

export function takeReturn(cookies: CookieJar): string | null {
  const value = cookies.read(RETURN_COOKIE)
  cookies.clear(RETURN_COOKIE)
  return value
}
