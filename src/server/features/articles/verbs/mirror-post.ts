import { TRANSITIONS } from '#shared/features/articles/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import type { PostContent, PostOffer } from '../../../integrations/publishing-site/port.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import { findPostId, keepPostId } from '../mirror-store.ts'
import { savePost } from '../post-store.ts'
import type { WholeArticle } from '../queries.ts'
import { findStatus, insertEvent } from '../store.ts'
import type { ArticleParts } from './access.ts'
import type { ArticleHappening, ArticleListener } from './follow-up.ts'
import { requestMirror, runMirror } from './mirror-article.ts'
import { offersOf } from './post-offers.ts'

/** By this a site knows a post again, so that asking for it twice makes one. */
const postKey = (articleId: number, renewals: number) =>
  renewals === 0 ? `article-${articleId}` : `article-${articleId}-n${renewals + 1}`

/** How often a new post was asked for in the place of one that was gone. */
const renewalsOf = ({ events }: WholeArticle) =>
  events.filter(({ entry }) => entry.action === 'post-renewed').length

const withOffer = (offer: PostOffer | null | undefined) => (offer === undefined ? {} : { offer })

/** What of the article its post says. Notes are between requester and QA, and stay here. */
function contentOf(
  { article, keywords, products, faqs, user }: WholeArticle,
  offers: ReadonlyMap<string, PostOffer | null>,
): PostContent {
  return {
    title: article.title,
    heroImageUrl: article.imageUrl,
    intro: article.intro ?? '',
    products: products.map(({ asin, name, award, summary }) => ({
      asin,
      name,
      award,
      summary: summary ?? '',
      ...withOffer(offers.get(asin)),
    })),
    questions: faqs.map(({ question }) => question),
    focusKeyword: keywords[0]?.keyword ?? '',
    authorName: `${user.firstName} ${user.lastName}`,
  }
}

/** Has this made an article one that has a post, or changed what its post says? */
async function concernsPost(tx: Db, { articleId, action }: ArticleHappening): Promise<boolean> {
  if (action === 'adopted') return (await findStatus(tx, articleId)) === TRANSITIONS.approve.to
  if (action !== 'saved') return action === 'approved'
  return (await findPostId(tx, articleId)) !== null
}

/**
 * An approved article gets its draft in the same transaction, and so does one that was taken over as approved; one
 * that has a post by now is copied again when it is saved.
 */
export function requestPosts(parts: { enqueue: Enqueue; clock: () => Date }): ArticleListener {
  return async (tx, happening) => {
    if (await concernsPost(tx, happening)) await requestMirror(parts, tx, happening.articleId, 'post')
  }
}

/** Brings the post of an article up to date: creates its draft the first time, changes it afterwards. */
export async function mirrorPost(
  parts: Pick<ArticleParts, 'db' | 'clock' | 'publishing' | 'catalog' | 'publicUrl' | 'log'>,
  articleId: number,
): Promise<void> {
  const { db, clock, publishing } = parts
  await runMirror(parts, articleId, 'post', async (whole, _shown, renew) => {
    const { article, site } = whole
    if (article.status !== 'approved' && article.status !== 'published') return
    const at = publishing(site.code.toLowerCase())
    const content = contentOf(whole, await offersOf(parts, whole))
    if (article.postId !== null) return at.updatePost(article.postId, content)
    const keep = (postId: number) =>
      transaction(db, async (tx) => {
        if (!(await keepPostId(tx, articleId, postId))) return (await findPostId(tx, articleId)) ?? postId
        const now = clock()
        await savePost(tx, { articleId, postId, state: 'draft', url: null, since: now })
        await insertEvent(tx, { articleId, userId: null, action: 'post-drafted', createdAt: now })
        return postId
      })
    const key = {
      key: postKey(articleId, renewalsOf(whole)),
      keyedSince: article.createdAt,
      proceed: renew,
      keep,
    }
    await at.createDraft({ ...content, ...key })
  })
}
