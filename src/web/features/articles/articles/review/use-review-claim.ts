import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { claimEndpoints } from '#shared/features/articles/claims/contract.ts'
import type { UserName } from '#shared/features/ground/users/contract.ts'
import { refusalOf } from '#web/api/api-error.ts'
import { useMay, useUser } from '#web/api/session.ts'
import {
  claimOfOther,
  claimsQuery,
  useClaimArticle,
  useReleaseArticle,
} from '#web/features/articles/claims/queries.ts'
import { useFlag } from '#web/features/ground/feature-flags/use-flag.ts'

type Holder = Pick<UserName, 'id' | 'first_name' | 'last_name'> | null

export interface ReviewClaim {
  /** Another user is already reviewing the article. */
  holder: Holder
  /** The current holder, read just before a decision, which counts as a review itself. */
  findHolder: () => Promise<Holder>
  takeOver: () => void
}

/** Where on this page each article is being reviewed: its page, and the editor or a dialog above it. */
const places = new Map<number, Set<object>>()

function come(id: number, place: object): void {
  places.set(id, (places.get(id) ?? new Set()).add(place))
}

/** Returns whether it was the last place. */
function leave(id: number, place: object): boolean {
  const left = places.get(id)
  left?.delete(place)
  if (left?.size === 0) places.delete(id)
  return !places.has(id)
}

/**
 * Shows other users that this user is reviewing a requested article, from their first interaction until they
 * close it.
 */
export function useReviewClaim(
  article: Pick<Article, 'article_id' | 'status'> | null,
  isAtWork = true,
): ReviewClaim {
  const mayReview = useMay('ValidateArticles')
  const isShown = useFlag('REVIEW_CLAIMS')
  const id = article?.status === 'requested' && mayReview && isShown ? article.article_id : null
  const [holder, setHolder] = useState<Holder>(null)
  const known = useRef<Holder>(null)
  const { mutateAsync: claim } = useClaimArticle()
  const release = useReleaseArticle()
  /** The claimed article, or the one being claimed; null after the release. */
  const wanted = useRef<number>(null)

  const put = useRef(async (articleId: number, takeOver: boolean): Promise<Holder> => {
    wanted.current = articleId
    come(articleId, wanted)
    const tell = (found: Holder) => {
      known.current = found
      setHolder(found)
    }
    try {
      await claim({ id: articleId, takeOver })
      tell(null)
      // The article was closed while the claim request was in progress.
      if (wanted.current !== articleId && !places.has(articleId)) release(articleId)
    } catch (error) {
      // A review works without a claim, so only a conflict with another reviewer is reported.
      const other = refusalOf(claimEndpoints.claim, 409, error)?.claim
      if (other) tell(other.user)
    }
    return known.current
  })
  useEffect(() => {
    if (id !== null && isAtWork && wanted.current !== id) void put.current(id, false)
  }, [id, isAtWork])
  useEffect(() => {
    if (id === null) return
    const letGo = () => {
      if (wanted.current === id && leave(id, wanted)) release(id)
      wanted.current = null
    }
    window.addEventListener('pagehide', letGo)
    return () => {
      window.removeEventListener('pagehide', letGo)
      letGo()
    }
  }, [id, release])

  // Another user can take over a review, so the claim can be lost before a decision.
  const { data: claims } = useQuery({ ...claimsQuery, enabled: id !== null && isAtWork })
  const me = useUser()?.id
  const taker = id === null || !isAtWork ? undefined : claimOfOther(claims, id, me)?.user
  // When the other holder releases the article, this user claims it.
  const isFree = claims != null && id !== null && !claims.some(({ article_id: claimed }) => claimed === id)
  const wasTaken = useRef(false)
  useEffect(() => {
    if (taker || holder) wasTaken.current = true
  }, [taker, holder])
  useEffect(() => {
    if (!isFree || !wasTaken.current || id === null || wanted.current !== id) return
    wasTaken.current = false
    void put.current(id, false)
  }, [isFree, id])
  return {
    holder: taker ?? holder,
    findHolder: async () => (id === null ? null : await put.current(id, false)),
    takeOver: () => id !== null && void put.current(id, true),
  }
}
