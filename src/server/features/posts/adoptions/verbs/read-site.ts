import { transaction } from '../../../../db/connect.ts'
import { IntegrationError, refusesAccount } from '../../../../integrations/integration-error.ts'
import type { PublishingSite } from '../../../../integrations/publishing-site/port.ts'
import { sayRefusal } from '../../../../integrations/refusal-words.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import { audit } from '../../../../security/audit.ts'
import type { ReadingDeps, ReadSite } from '../deps.ts'
import { planNews, planPage, samePageAgain } from '../plan-reader.ts'
import { outcomesOf, readPosts } from '../post-reader.ts'
import { listRefused } from '../queries.ts'
import * as store from '../store.ts'

export const READ_SITE = 'adoptions.read-site'
/** Posts per request: as many as a small host can return in a few seconds. */
const TOGETHER = 20
/** After this many failures the posts are requested one by one, to find the faulty one. */
const ALONE_FROM = 2
/** After this many, a post without an answer counts as faulty too. */
const SILENT_FROM = 5
const MOST_ATTEMPTS = 20
const PAUSE_SECONDS = 15
const LONGEST_PAUSE_SECONDS = 900
const OUR_FAULT = 'Its content couldn’t be stored.'

const DISCONNECTED = 'The site no longer has an entry in WP_SITES.'

interface Reading {
  deps: ReadingDeps
  run: store.AdoptionRow
  site: ReadSite
  publishing: PublishingSite
}

/** An account that may not see other users' posts would list an incomplete site. */
async function insistOnAccess(publishing: PublishingSite): Promise<void> {
  const { adapter, ok, detail } = await publishing.check()
  if (ok) return
  throw new IntegrationError(detail, {
    system: adapter,
    operation: 'read posts',
    kind: 'forbidden',
    advice: detail,
  })
}

/** Lists the posts to read: the next hundred, or all new ones. */
async function listSome({ deps, run, site, publishing }: Reading): Promise<StepEnd> {
  const { db, clock, adopted } = deps
  if (run.listed === 0) await insistOnAccess(publishing)
  const plan =
    run.kind === 'whole'
      ? await planPage(publishing, run.listed + 1)
      : await planNews(publishing, run.since, {
          followed: await adopted.listFollowed(db, site.id),
          refused: await listRefused(db, site.id),
        })
  await transaction(db, async (tx) => {
    if (!(await store.takeStep(tx, run))) return
    const planned = await store.insertWaiting(tx, run.id, plan.ids)
    if (planned === 0 && run.kind === 'whole' && !plan.isLast) throw samePageAgain()
    const listed = run.listed + 1
    await store.recordAdoptionStep(tx, run.id, {
      listed,
      now: clock(),
      ...(plan.isLast ? { state: 'reading' } : {}),
    })
  })
  return 'done'
}

/** Stores the posts read and the run's progress, both or neither, exactly once. */
async function storePosts(
  { deps, run, site }: Reading,
  answer: Awaited<ReturnType<typeof readPosts>>,
): Promise<void> {
  const { db, clock, adopted } = deps
  await transaction(db, async (tx) => {
    if (!(await store.takeStep(tx, run))) return
    const now = clock()
    const as = await adopted.adoptPosts(tx, answer.posts, { siteId: site.id, now })
    const left = await adopted.letGo(tx, { siteId: site.id, ids: answer.gone, now })
    const outcomes = outcomesOf(answer, { as, left })
    const isNews = ({ outcome }: store.ReadPost) =>
      run.kind === 'whole' || (outcome !== 'known' && outcome !== 'ours')
    await store.storeOutcomes(tx, run.id, outcomes.filter(isNews))
    const plain = outcomes.filter((post) => !isNews(post)).map(({ postId }) => postId)
    await store.removePlanned(tx, run.id, plain)
    await store.recordAdoptionStep(tx, run.id, { done: run.done + outcomes.length, now })
  })
}

/** Plans to check tracked posts that the site did not list, because they may be deleted. */
async function planMissing({ deps, run, site }: Reading): Promise<boolean> {
  if (run.kind === 'news') return false
  const { db, clock, adopted } = deps
  const planned = await store.listPlanned(db, run.id)
  const followed = await adopted.listFollowed(db, site.id)
  const missing = followed.filter(
    ({ postId, isGone, isAdopted }) => !isGone && isAdopted && !planned.has(postId),
  )
  if (missing.length === 0) return false
  await transaction(db, async (tx) => {
    if (!(await store.takeStep(tx, run))) return
    await store.insertWaiting(
      tx,
      run.id,
      missing.map(({ postId }) => postId),
    )
    await store.recordAdoptionStep(tx, run.id, { now: clock() })
  })
  return true
}

async function finish({ deps, run, site }: Reading): Promise<StepEnd> {
  const { db, clock } = deps
  await transaction(db, async (tx) => {
    const now = clock()
    if (!(await store.takeStep(tx, run)) || !(await store.endAdoption(tx, run.id, { now }))) return
    if (run.kind === 'news' && (await store.listPlanned(tx, run.id)).size === 0) return
    const after = { posts: run.done, kind: run.kind }
    await audit(tx, { kind: 'job', name: READ_SITE }, 'site.posts-read', {
      id: site.code,
      label: site.displayName,
      after,
    })
  })
  return 'ended'
}

/** Reads the next posts of a run. */
async function readSome(reading: Reading): Promise<StepEnd> {
  const { deps, run, publishing } = reading
  const most = run.alone > 0 ? 1 : TOGETHER
  const ids = await store.listWaiting(deps.db, run.id, most)
  if (ids.length === 0) return (await planMissing(reading)) ? 'done' : finish(reading)
  try {
    await storePosts(reading, await readPosts(publishing, ids))
  } catch (error) {
    const [id] = ids
    if (most > 1 || id === undefined || !(await isAtFault(reading, error))) throw error
    const fault = error instanceof IntegrationError ? sayRefusal(error) : OUR_FAULT
    const refused = { posts: [], gone: [], refused: [{ id, fault }] }
    await storePosts(reading, refused)
  }
  return 'done'
}

/** Whether this one post cannot be read although its site works. */
async function isAtFault({ run, publishing }: Reading, error: unknown): Promise<boolean> {
  // The post's content cannot be stored. If the database itself fails, recording the refusal will fail too.
  if (!(error instanceof IntegrationError)) return true
  if (refusesAccount(error) || error.kind === 'rate_limited') return false
  const isSaid = error.status !== undefined || error.kind === 'bad_response'
  if (!isSaid && !(error.kind === 'timeout' && run.attempts >= SILENT_FROM)) return false
  return publishing.check().then(
    ({ ok }) => ok,
    () => false,
  )
}

async function giveUp({ deps, run, site }: Omit<Reading, 'publishing'>, reason: string): Promise<StepEnd> {
  await transaction(deps.db, async (tx) => {
    if (!(await store.endAdoption(tx, run.id, { now: deps.clock(), reason }))) return
    const said = { id: site.code, label: site.displayName, after: { reason } }
    await audit(tx, { kind: 'job', name: READ_SITE }, 'site.adoption-stopped', said)
  })
  return 'ended'
}

/** Handles a failure: the run pauses, and ends if that has not helped for a long time. */
async function afterFailure({ deps, run, site }: Reading, error: unknown): Promise<StepEnd> {
  const refusal = error instanceof IntegrationError ? error : null
  const reason = refusal ? sayRefusal(refusal) : OUR_FAULT
  const now = deps.clock()
  deps.log.warn({ err: error, site: site.code, adoption: run.id }, 'posts of a site could not be read')
  const isOfAccount = refusal !== null && refusesAccount(refusal)
  if (isOfAccount) await deps.tell.failure(site.code, refusal)
  if (run.attempts + 1 >= MOST_ATTEMPTS) return giveUp({ deps, run, site }, reason)
  const alone = run.attempts + 1 >= ALONE_FROM && run.alone === 0 ? TOGETHER : run.alone
  await store.recordAdoptionFailure(deps.db, run, { reason, alone, now })
  const asked = refusal?.retryAfterMs === undefined ? 0 : Math.ceil(refusal.retryAfterMs / 1000)
  const usual = isOfAccount ? LONGEST_PAUSE_SECONDS : PAUSE_SECONDS * 2 ** run.attempts
  return { pauseSeconds: Math.max(asked, Math.min(usual, LONGEST_PAUSE_SECONDS)), reason }
}

/**
 * Takes the next step of a run. Each step is a transaction, so that after a crash the next job knows where to
 * continue.
 */
export async function takeNextStep(deps: ReadingDeps, adoptionId: number): Promise<StepEnd> {
  const run = await store.findAdoption(deps.db, adoptionId)
  const site = run && (await deps.sites.findSite(deps.db, run.siteId))
  if (!run || !site || run.endedAt !== null) return 'ended'
  // Our own database does not contain the posts of another system, so all of them would look deleted.
  if (deps.hasBuiltInPosts(site.code)) return giveUp({ deps, run, site }, DISCONNECTED)
  const reading = { deps, run, site, publishing: deps.publishing(site.code) }
  try {
    return await (run.state === 'listing' ? listSome(reading) : readSome(reading))
  } catch (error) {
    return afterFailure(reading, error)
  }
}
