import { claimEndpoints } from '#shared/features/articles/claims/contract.ts'
import { CLAIM_LASTS_MS } from '#shared/features/articles/claims/rules.ts'
import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { AppError } from '../../../errors.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { type Flags, idleSince, type NoticesService } from '../../ground/area.ts'
import type { ArticlesService } from '../articles/service.ts'
import { presentClaim } from './present.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

export type ClaimsService = ReturnType<typeof createClaimsService>

export interface ClaimDeps {
  db: Db
  clock: () => Date
  notices: Pick<NoticesService, 'notify'>
  articles: Pick<ArticlesService, 'readArticle'>
  flags: Flags
  sessionIdleMinutes: number
}

async function release(tx: Db, actor: Caller, { articleId, userId }: { articleId: number; userId: number }) {
  if (!(await store.removeClaim(tx, articleId, userId))) return
  const label = await queries.findTitle(tx, articleId)
  await audit(tx, actor, 'article.released', { id: articleId, label })
}

/** Current reviewers of articles. A claim only informs; it locks nobody out. */
export function createClaimsService(deps: ClaimDeps) {
  const { db, clock, notices, articles, flags } = deps
  const spanNow = () => ({ now: clock(), idleSince: idleSince(deps) })
  return {
    listClaims: async () => ((await flags.value('REVIEW_CLAIMS')) ? queries.listClaims(db, spanNow()) : []),

    /** A user's current claims, for a caller that releases them in its own transaction. */
    listClaimed: (tx: Db, userId: number) => queries.listClaimed(tx, userId, spanNow()),

    async claimArticle(actor: Caller, { articleId, takeOver }: { articleId: number; takeOver: boolean }) {
      requires(actor, claimEndpoints.claim.access)
      if (!(await flags.value('REVIEW_CLAIMS')))
        throw new AppError('conflict', 'Review claims are switched off.')
      const { status, title } = (await articles.readArticle(actor, articleId)).article
      if (status !== 'requested') {
        throw new AppError('conflict', `There’s nothing to review: the article is ${status}.`)
      }
      return transaction(db, async (tx) => {
        const span = spanNow()
        const before = await queries.findClaim(tx, articleId, span)
        const isMade = await store.putClaim(tx, {
          articleId,
          userId: actor.id,
          sessionHash: actor.kind === 'person' ? actor.session : null,
          span,
          since: new Date(span.now.getTime() - CLAIM_LASTS_MS),
          takeOver,
        })
        const claim = await queries.findClaim(tx, articleId, span)
        // The user's own session may end meanwhile.
        if (!claim) throw new AppError('conflict', 'This article isn’t being reviewed.')
        if (!isMade) {
          const name = fullNameOf(claim.user)
          throw new AppError('conflict', `${name} is reviewing this article.`, {
            details: { claim: presentClaim(claim) },
          })
        }
        // The client renews its claim while the user reviews.
        if (before?.claim.userId === actor.id) return claim
        if (before) {
          const { userId } = before.claim
          await notices.notify(tx, { userId, kind: 'taken-over', articleId, actorId: actor.id })
        }
        await audit(tx, actor, 'article.claimed', { id: articleId, label: title })
        return claim
      })
    },

    /** Releases a user's claim in the transaction that offboards the user. */
    async releaseOf(tx: Db, actor: Caller, claim: { articleId: number; userId: number }) {
      requires(actor, offboardingEndpoints.start.access)
      await release(tx, actor, claim)
    },

    async releaseArticle(actor: Caller, articleId: number) {
      requires(actor, claimEndpoints.release.access)
      await transaction(db, (tx) => release(tx, actor, { articleId, userId: actor.id }))
    },
  }
}
