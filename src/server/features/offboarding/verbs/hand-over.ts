import type { HandedOver } from '#shared/features/offboarding/contract.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import type { Caller } from '../../../security/actor.ts'
import type { OffboardingParts } from '../parts.ts'
import { findPerson, findUser, isFitHeir, readHeldWork } from '../queries.ts'
import * as store from '../store.ts'

const HEIR_LOCKED =
  'Who was to have the open articles is locked by now, or may not write articles any more; they stay where they are.'

interface Handing {
  tx: Db
  actor: Caller
  run: store.OffboardingRow
}

/** What stands of an earlier try. What stayed with them then is looked for anew. */
const soFar = (before: HandedOver | null): HandedOver => ({
  heir: before?.heir ?? null,
  articles: before === null || before.heir === null ? [] : [...before.articles],
  claims: [...(before?.claims ?? [])],
  faults: [],
})

/** Does one piece, wholly or not at all; one that fails is told, and keeps no other from being done. */
const piecewise =
  (parts: OffboardingParts, { tx, run }: Handing, done: HandedOver) =>
  async (failed: string, piece: (inner: Db) => Promise<boolean>): Promise<boolean> => {
    try {
      return await transaction(tx, piece)
    } catch (error) {
      parts.log.warn({ err: error, run: run.id }, 'open work could not be handed over')
      done.faults.push(`${failed}: ${parts.userAccess.reasonOf(error)}`)
      done.unfinished = true
      return false
    }
  }

async function handOverWork(
  parts: OffboardingParts,
  handing: Handing,
  personId: number,
): Promise<HandedOver> {
  const { tx, actor, run } = handing
  const heir = run.heirId === null ? undefined : await findUser(tx, run.heirId)
  const held = await readHeldWork(tx, personId, parts.clock())
  const done = soFar(run.handedOver)
  const tryPiece = piecewise(parts, handing, done)
  for (const claim of held.claims) {
    const { article_id: articleId } = claim
    const isReleased = await tryPiece(
      `The review of article ${articleId} was not released`,
      async (inner) => {
        await parts.claims.releaseOf(inner, actor, { articleId, userId: personId })
        return true
      },
    )
    if (isReleased) done.claims.push(claim)
  }
  if (!isFitHeir(heir, personId)) {
    if (done.heir === null) done.articles = held.articles
    if (run.heirId !== null) done.faults.push(HEIR_LOCKED)
    return done
  }
  done.heir = `${heir.firstName} ${heir.lastName}`
  const to = { fromId: personId, toId: heir.id, toName: done.heir }
  for (const article of held.articles) {
    const { article_id: articleId } = article
    const isTheirs = await tryPiece(`Article ${articleId} was not handed over`, (inner) =>
      parts.articles.handOverArticle(inner, actor, { articleId, ...to }),
    )
    if (isTheirs) done.articles.push(article)
  }
  return done
}

/** Whether nothing of a run's open work is left to be tried. */
export const isHandedOver = ({ handedOver }: Pick<store.OffboardingRow, 'handedOver'>): boolean =>
  handedOver !== null && handedOver.unfinished !== true

/**
 * Releases the reviews of whoever leaves, and gives their open articles to whom the run names: once, except what
 * failed, which a repeated run tries again.
 */
export async function handOver(parts: OffboardingParts, actor: Caller, runId: number): Promise<void> {
  await transaction(parts.db, async (tx) => {
    const run = await store.lockRun(tx, runId)
    if (!run || run.endedAt !== null || isHandedOver(run)) return
    const person = await findPerson(tx, run.email)
    const done = person ? await handOverWork(parts, { tx, actor, run }, person.id) : soFar(null)
    await store.setHandedOver(tx, runId, done)
  })
}

/** Nobody may hand the open work over any more: the report says so, and a repeated run does it. */
export async function leaveWork(tx: Db, run: store.OffboardingRow, reason: string): Promise<void> {
  if (isHandedOver(run)) return
  const faults = [`Open work was not handed over: ${reason}`]
  await store.setHandedOver(tx, run.id, { ...soFar(run.handedOver), faults, unfinished: true })
}
