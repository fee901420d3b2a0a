import { useEffect, useRef, useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { claimEndpoints } from '#shared/features/claims/contract.ts'
import type { UserName } from '#shared/features/users/contract.ts'
import { refusalOf } from '#web/api/api-error.ts'
import { useMay } from '#web/api/session.ts'
import { useClaimArticle, useReleaseArticle } from '#web/features/claims/queries.ts'
import { useFlag } from '#web/features/feature-flags/use-flag.ts'

export interface ReviewClaim {
  /** Somebody else reviews the article already. */
  holder: Pick<UserName, 'id' | 'first_name' | 'last_name'> | null
  takeOver: () => void
}

/** Says to the others that this person reviews a requested article, for as long as the dialog is open. */
export function useReviewClaim(article: Pick<Article, 'article_id' | 'status'> | null): ReviewClaim {
  const mayReview = useMay('ValidateArticles')
  const isShown = useFlag('REVIEW_CLAIMS')
  const id = article?.status === 'requested' && mayReview && isShown ? article.article_id : null
  const [holder, setHolder] = useState<ReviewClaim['holder']>(null)
  const { mutateAsync: claim } = useClaimArticle()
  const release = useReleaseArticle()
  /** The article that is claimed or about to be; null once the dialog has let go. */
  const wanted = useRef<number>(null)

  const put = useRef(async (articleId: number, takeOver: boolean) => {
    try {
      await claim({ id: articleId, takeOver })
      setHolder(null)
      // Closed while the claim was on its way.
      if (wanted.current !== articleId) release(articleId)
    } catch (error) {
      // A review works without its claim; only that somebody else is at it is worth a word.
      const other = refusalOf(claimEndpoints.claim, 409, error)?.claim
      if (other) setHolder(other.user)
    }
  })
  useEffect(() => {
    if (id === null) return
    const letGo = () => {
      wanted.current = null
      release(id)
    }
    wanted.current = id
    void put.current(id, false)
    window.addEventListener('pagehide', letGo)
    return () => {
      window.removeEventListener('pagehide', letGo)
      letGo()
    }
  }, [id, release])

  return { holder, takeOver: () => id !== null && void put.current(id, true) }
}
