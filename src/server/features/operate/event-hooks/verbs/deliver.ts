import {
  ANSWER_BYTES,
  ANSWER_SECONDS,
  FAILING_DAYS,
  IN_FLIGHT,
  MOST_TRIES,
} from '#shared/features/operate/event-hooks/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { DAY_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import type { WebReply } from '../../../../integrations/web-fetcher/port.ts'
import { eventSendsEnded } from '../../../../observed.ts'
import { audit } from '../../../../security/audit.ts'
import { signMessage } from '../../../../security/event-signatures.ts'
import { DELIVER, wakeHooks } from '../../../../security/events.ts'
import { runningTraceparent, traced } from '../../../../traced.ts'
import { cutSignatures, requestBodyOf } from '../body-text.ts'
import type { EventHookDeps } from '../deps.ts'
import { listKeepers, readSiteNames } from '../queries.ts'
import { nextMorning, nextTryAt, restAfter, waitSecondsOf } from '../schedule-reader.ts'
import * as sends from '../send-store.ts'
import * as store from '../store.ts'

/** A run of the job begins no request after this; the next run continues. */
const RUN_MS = MINUTE_MS
/** At most one message to Slack or Teams in this time. */
const APART_MS = MINUTE_MS
const GONE = 410

/** A request that has ended. */
export interface SendAttempt {
  at: Date
  ms: number
  reply: WebReply
  isRotating: boolean
  request: { headers: { name: string; value: string }[]; body: string }
}

const UNREADABLE: WebReply = {
  error:
    'The address or the secret can’t be decrypted with this server’s key. Enter the address again and rotate the secret.',
}

/** The secrets that sign now; null if one of them cannot be opened. */
function secretsOf({ box }: EventHookDeps, hook: store.HookRecord, now: Date): string[] | null {
  const isRotating = hook.oldSecretEndsAt !== null && hook.oldSecretEndsAt > now
  const sealed = [hook.secret, isRotating ? hook.oldSecret : null].filter((secret) => secret !== null)
  const opened = sealed.map((secret) => box.open(secret))
  return opened.every((secret) => secret !== null) ? opened : null
}

/** Sends one request, outside of any transaction. */
export async function attempt(
  deps: EventHookDeps,
  { hook, sends: told }: sends.SendClaim,
): Promise<SendAttempt> {
  const at = deps.clock()
  const siteIds = told.flatMap(({ siteId }) => (siteId === null ? [] : [siteId]))
  const siteNames = await readSiteNames(deps.db, siteIds)
  const body = requestBodyOf(hook.format, told, { publicUrl: deps.publicUrl, siteNames })
  const secrets = secretsOf(deps, hook, at)
  const address = deps.box.open(hook.address)
  const id = told[0]?.id ?? ''
  const timestamp = Math.floor(at.getTime() / 1000)
  const signatures = hook.format === 'standard' ? signMessage(secrets ?? [], { id, timestamp, body }) : null
  const named = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) }
  const signed = signatures === null ? {} : { ...named, 'webhook-signature': signatures }
  const headers: Record<string, string> = { 'content-type': 'application/json', ...signed }
  const began = performance.now()
  const reply =
    address === null || secrets === null
      ? UNREADABLE
      : await traced({ seam: 'post' }, async (note) => {
          const traceparent = runningTraceparent()
          if (hook.format === 'standard' && traceparent !== undefined) headers.traceparent = traceparent
          const limits = { timeoutMs: ANSWER_SECONDS * 1000, mostBytes: ANSWER_BYTES }
          const answer = await deps.poster.post(address, { headers, body, ...limits })
          note('error' in answer ? { outcome: 'unavailable' } : { status: answer.status })
          return answer
        })
  const shown = Object.entries(headers).map(([name, value]) => ({
    name,
    value: name === 'webhook-signature' ? cutSignatures(value) : value,
  }))
  return {
    ...{ at, reply, isRotating: (secrets?.length ?? 0) > 1 },
    ms: Math.round(performance.now() - began),
    request: { headers: shown, body },
  }
}

const statusOf = (reply: WebReply) => ('error' in reply ? null : reply.status)
export const hasArrived = ({ reply }: SendAttempt): boolean => {
  const status = statusOf(reply)
  return status !== null && status >= 200 && status < 300
}

/** The row of a try. */
export function tryOf({ id, hookId }: sends.Send, made: SendAttempt): sends.NewTry {
  const { at, ms, reply, isRotating, request } = made
  const answer =
    'error' in reply
      ? { error: reply.error }
      : {
          status: reply.status,
          headers: reply.headers,
          body: reply.body,
          isCut: reply.isCut,
          waitSeconds: waitSecondsOf(reply.headers, at),
        }
  return {
    sendId: id,
    hookId,
    createdAt: at,
    ms,
    hasArrived: hasArrived(made),
    isRotating,
    request,
    ...answer,
  }
}

/** Stops a hook by itself, and tells those who can repair the receiver. */
async function stop(tx: Db, deps: EventHookDeps, hook: store.HookRecord, state: 'paused' | 'gone') {
  const { id, name } = hook
  if (hook.state !== 'active') return
  await store.noteSending(tx, id, { state, stoppedAt: deps.clock(), stoppedBy: null })
  const why =
    state === 'gone'
      ? 'The receiver answered 410: it doesn’t want these events any more.'
      : `Every try failed for ${countedIn(FAILING_DAYS, 'day')}. Fix the receiver, then resume the hook.`
  await audit(tx, { kind: 'job', name: DELIVER }, 'event-hook.stopped', { id, label: name, after: { state } })
  for (const userId of await listKeepers(tx, id))
    await deps.notices.notify(tx, {
      userId,
      kind: 'event-hook-stopped',
      actorId: null,
      words: `“${name}”. ${why}`,
    })
}

const laterOf = (one: Date | null, other: Date | null) =>
  one === null || other === null ? (one ?? other) : one > other ? one : other

interface Failure {
  now: Date
  isGone: boolean
  waitSeconds: number | null
}

/** Ends the sends of a request that failed; false if another server has taken over all of them. */
async function endFailed(
  tx: Db,
  { enqueue }: Pick<EventHookDeps, 'enqueue'>,
  told: readonly sends.Send[],
  { now, isGone, waitSeconds }: Failure,
): Promise<boolean> {
  // One moment for all events of a message that are tried again, so that they stay together.
  const again = told.map(({ tries }) => tries + 1).filter((tries) => tries < MOST_TRIES)
  const nextTry = nextTryAt(now, { tries: Math.max(...again, 1), waitSeconds })
  let ended = 0
  for (const send of told) {
    const tries = send.tries + 1
    const isLast = isGone || tries >= MOST_TRIES
    const state = isLast ? 'given_up' : 'retrying'
    if (!(await sends.endClaim(tx, send, { state, tries, dueAt: isLast ? null : nextTry }))) continue
    ended += 1
    if (isLast && !isGone) await enqueue(tx, sends.REPORT_GIVEN_UP, { sendId: send.id })
    eventSendsEnded.publish({ outcome: isLast ? 'given_up' : 'failed' })
  }
  return ended > 0
}

/** Keeps the failure of a request, and says when the next follows. */
async function fail(tx: Db, deps: EventHookDeps, { hook, sends: told }: sends.SendClaim, made: SendAttempt) {
  const now = deps.clock()
  const isGone = statusOf(made.reply) === GONE
  const waitSeconds = 'error' in made.reply ? null : waitSecondsOf(made.reply.headers, made.at)
  const isOurs = await endFailed(tx, deps, await sends.withTries(tx, told), { now, isGone, waitSeconds })
  // Another server took over, and knows better how the receiver is doing.
  if (!isOurs && !isGone) return
  const failures = hook.failures + 1
  const failingSince = hook.failingSince ?? now
  const asked = waitSeconds === null ? null : new Date(now.getTime() + waitSeconds * 1000)
  const apart = hook.format === 'standard' ? null : new Date(now.getTime() + APART_MS)
  const nextAt = laterOf(laterOf(restAfter(now, failures), apart), asked)
  await store.noteSending(tx, hook.id, { failures, failingSince, nextAt })
  if (isGone) await stop(tx, deps, hook, 'gone')
  else if (now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY_MS)
    await stop(tx, deps, hook, 'paused')
}

/** Keeps what came of a request. */
async function record(deps: EventHookDeps, claim: sends.SendClaim, made: SendAttempt): Promise<void> {
  await transaction(deps.db, async (tx) => {
    // It may have been deleted, paused or changed meanwhile.
    const hook = await store.lockHook(tx, claim.hook.id)
    if (!hook) return
    await sends.insertTries(
      tx,
      claim.sends.map((send) => tryOf(send, made)),
    )
    if (!hasArrived(made)) return fail(tx, deps, { hook, sends: claim.sends }, made)
    await sends.markSent(tx, claim.sends)
    for (const _ of claim.sends) eventSendsEnded.publish({ outcome: 'sent' })
    const now = deps.clock()
    // More than one message holds: the rest follows in the next ones, and doesn't wait for another day.
    const isAll = claim.sends.length < sends.MOST_COLLECTED
    const pause =
      hook.timing === 'daily' && isAll ? nextMorning(now, deps.timeZone) : new Date(now.getTime() + APART_MS)
    const nextAt = hook.format === 'standard' ? null : pause
    await store.noteSending(tx, hook.id, { failures: 0, failingSince: null, nextAt })
  })
}

/** Sends what waits for a hook, until there is nothing more to do now. It may run any number of times, on any server. */
export async function deliver(deps: EventHookDeps, hookId: number): Promise<void> {
  const until = performance.now() + RUN_MS
  const work = async () => {
    while (performance.now() < until) {
      const claim = await transaction(deps.db, (tx) => sends.claimSends(tx, hookId, deps.clock()))
      if (claim === null) return
      await record(deps, claim, await attempt(deps, claim))
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, work))
  const next = await sends.findNextMoment(deps.db, hookId, deps.clock())
  if (next !== null) {
    const afterSeconds = (next.getTime() - deps.clock().getTime()) / 1000
    await transaction(deps.db, (tx) => wakeHooks(tx, [hookId], Math.max(1, afterSeconds)))
  }
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
