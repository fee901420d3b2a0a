import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { CLOSED_STATUSES, defaultTitle, TITLE_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import type { ScannedArticle } from '#shared/features/articles/comparison/contract.ts'
import { STORY_TITLE_MAXIMUM } from '#shared/features/articles/comparison/contract.ts'
import type { Gap } from '#shared/features/articles/comparison/rules.ts'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { isOneOf } from '#shared/format/keys.ts'
import { handleError } from '#web/api/handle-error.ts'
import { newCallKey } from '#web/ui/form/call-key.ts'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { keywordQuery } from '../../keywords/keywords/queries.ts'
import { anotherQuestion, FAILURES, hasAll, onTheirWay, updateQuestion } from './messages.ts'
import { useCreateUpdate } from './queries.ts'
import type { ComparedPost } from './use-comparison.ts'

/** The open updates of a keyword and site. */
const begunIn = (keyword: KeywordRow | null | undefined, site: number | undefined) =>
  (keyword?.articles ?? []).filter(
    ({ site_id: id, status }) => id === site && !isOneOf(CLOSED_STATUSES, status),
  )

/** The newest published article of a keyword and site. */
const outIn = (keyword: KeywordRow | null | undefined, site: number | undefined) =>
  (keyword?.articles ?? [])
    .filter(({ site_id: id, status }) => id === site && status === 'published')
    .sort((one, other) => other.article_id - one.article_id)[0]

interface UpdateParts {
  stat: Pick<Stat, 'keyword_id'>
  theirs: Pick<ScannedArticle, 'title' | 'url'>
  ours: Pick<ScannedArticle, 'title' | 'url'>
  /** The publisher of our article. */
  publisher: string
  /** Our post, if it is in the tracker. */
  post?: ComparedPost | undefined
}

interface Creation {
  /** The title of the published article that already has all of these gaps. */
  answeredBy?: string | undefined
  /** A single letter was pressed, which can be a typing error: it always asks first. */
  isByKey?: boolean
}

/** The update that a comparison leads to: its site and how to create it, once per opening of the dialog. */
export function useUpdate({ stat, theirs, ours, publisher, post }: UpdateParts) {
  const { data: keyword } = useQuery(keywordQuery(stat.keyword_id))
  const { data: sites } = useQuery(sitesQuery)
  const [chosenSite, setSite] = useState<number>()
  const [key] = useState(newCallKey)
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const confirm = useConfirm()
  const creating = useCreateUpdate(key)
  const navigate = useNavigate()
  const ownSite = sites?.find(({ display_name: name }) => name.toLowerCase() === publisher.toLowerCase())
  const siteId = chosenSite ?? ownSite?.site_id ?? keyword?.sites[0]?.site_id
  const { data: made } = creating
  // Only after the differences no longer count as unsaved: leaving would ask about them.
  useEffect(() => {
    if (made !== undefined) {
      void navigate({ to: SCREENS.pendingArticles.path, search: { edit: made } })
    }
  }, [made, navigate])

  /**
   * Asks whether to create another update when one is open, and after a key press in any case. A request without
   * a response is simply sent again.
   */
  async function isWanted(site: number, { answeredBy, isByKey = false }: Creation): Promise<boolean> {
    if (creating.isError && !isByKey) return true
    const fresh = await queries.fetchQuery({ ...keywordQuery(stat.keyword_id), staleTime: 0 })
    const begun = begunIn(fresh, site)
    if (begun.length > 0) return confirm(anotherQuestion(onTheirWay(begun.map(({ title }) => title))))
    if (answeredBy !== undefined) return confirm(anotherQuestion(hasAll(answeredBy)))
    return !isByKey || confirm(updateQuestion(ours.title))
  }

  async function create(gaps: Gap[], creation: Creation) {
    if (siteId === undefined || isAsking || creating.isPending) return
    setAsking(true)
    const isAgreed = await isWanted(siteId, creation).catch(handleError(FAILURES.create))
    setAsking(false)
    if (!isAgreed) return
    const usual = defaultTitle(keyword?.keyword.replace(/^(the )?best /i, '') ?? '') || theirs.title
    creating.mutate({
      keyword_id: stat.keyword_id,
      site_id: siteId,
      title: (ours.title || usual).slice(0, TITLE_MAXIMUM),
      url: theirs.url,
      their_title: theirs.title.slice(0, STORY_TITLE_MAXIMUM),
      ours: { title: ours.title.slice(0, STORY_TITLE_MAXIMUM), url: ours.url },
      ...(post?.siteId === siteId ? { post: { site: post.site, post_id: post.postId } } : {}),
      gaps,
    })
  }

  return {
    keyword: keyword ?? null,
    siteId,
    setSite,
    create: (gaps: Gap[], creation: Creation = {}) => void create(gaps, creation),
    isBusy: isAsking || creating.isPending,
    isMade: made !== undefined,
    begun: begunIn(keyword, siteId),
    out: outIn(keyword, siteId),
  }
}
