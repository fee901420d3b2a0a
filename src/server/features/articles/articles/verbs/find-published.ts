import { isPostLost, type PostState, PUBLISHING } from '#shared/features/articles/articles/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import type { PostStanding } from '../../../../integrations/publishing-site/port.ts'
import type { ArticleDomainEvent } from '../../../../kernel/article-events/article-event.ts'
import type { Actor } from '../../../../security/actor.ts'
import { listPosted } from '../mirror-queries.ts'
import { lockPost, type PostRecord, savePost } from '../post-store.ts'
import { lockArticle } from '../store.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'
import { publishArticle } from './publish-article.ts'

/** Posts per call. */
const AT_ONCE = 100

type PublicationDeps = Pick<ArticleDeps, 'db' | 'clock' | 'listeners' | 'publishing' | 'log'>

const HOURLY: Actor = { kind: 'job', name: 'articles.find-published' }

interface PostedArticle {
  id: number
  postId: number
  siteCode: string
  status: string
  /** Last known state of the post; null if there is none. */
  known?: Pick<PostRecord, 'postId' | 'state' | 'url'> | null
}

/** Most posts are unchanged: for them nothing is locked and nothing is written. */
function isNews({ status, known }: PostedArticle, standing: PostStanding): boolean {
  if (standing.state === 'live' && status === PUBLISHING.from) return true
  if (known?.postId !== standing.id) return true
  return differs(known, { ...standing, state: stateOf(standing.state, known.state, status) })
}

const differs = (
  known: Pick<PostRecord, 'state' | 'url'>,
  { state, url }: { state: PostState; url: string | null },
) => known.state !== state || (url !== null && known.url !== url)

/** A draft that was live before counts as withdrawn. */
function stateOf(state: PostStanding['state'], known: PostState | null, status: string): PostState {
  if (state !== 'draft') return state
  const wasLive = known === null ? status === PUBLISHING.to : known !== 'draft'
  return wasLive && status === PUBLISHING.to ? 'withdrawn' : 'draft'
}

/** Notice texts for a lost post. */
const LOST_WORDS: Partial<Record<PostState, string>> = {
  withdrawn: 'Its post is a draft again.',
  trashed: 'Its post was moved to the trash.',
  gone: 'Its post was deleted.',
}

/**
 * Readers and search engines keep using the old address. A site redirects changed slugs by itself, and
 * nothing else.
 */
const REDIRECT = 'The old address needs a redirect to the new one, unless the site creates it automatically.'

type Known = Pick<PostRecord, 'state' | 'url' | 'movedFrom'>

/** The previous public address if it changed; null if there is none. */
function movedFrom(known: Known | undefined, url: string | null): string | null {
  if (!known || url === null) return known?.movedFrom ?? null
  return known.url === url ? known.movedFrom : known.url
}

/** Changes that belong in the history: readers and search engines know a post by its address. */
function newsOf(
  known: Known | undefined,
  { state, url }: { state: PostState; url: string | null },
): Pick<ArticleDomainEvent, 'action' | 'words'> | null {
  const wasLost = known !== undefined && isPostLost(known.state)
  if (isPostLost(state)) return wasLost ? null : { action: 'post-lost', words: LOST_WORDS[state] ?? null }
  if (wasLost && state === 'live') return { action: 'post-back' }
  if (!known?.url || url === null || known.url === url) return null
  return { action: 'post-moved', words: `${known.url} → ${url}\n${REDIRECT}` }
}

/** Records the state of an article's post, and applies its consequences. */
async function takeStanding(
  deps: PublicationDeps,
  tx: Db,
  actor: Actor,
  { articleId, standing }: { articleId: number; standing: PostStanding },
): Promise<void> {
  const article = await lockArticle(tx, articleId)
  if (article?.postId !== standing.id) return
  const now = deps.clock()
  const before = await lockPost(tx, articleId)
  const known = before?.postId === standing.id ? before : undefined
  const state = stateOf(standing.state, known?.state ?? null, article.status)
  const { url } = standing
  if (known === undefined || differs(known, { ...standing, state }))
    await savePost(tx, {
      articleId,
      postId: standing.id,
      state,
      url: url ?? known?.url ?? null,
      movedFrom: movedFrom(known, url),
      since: known?.state === state ? known.since : now,
    })
  if (state === 'live' && article.status === PUBLISHING.from)
    await publishArticle(deps, tx, { articleId, actorId: null, actor, now })
  const news = newsOf(known, { state, url })
  if (news)
    await emitArticleEvent(deps, tx, {
      articleId,
      ...news,
      ownerId: article.userId,
      validatorId: article.qaUserId,
      actorId: null,
      actor,
      title: article.title,
      now,
    })
}

async function lookTogether(
  deps: PublicationDeps,
  actor: Actor,
  rows: readonly PostedArticle[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const standings = await deps
    .publishing(first.siteCode.toLowerCase())
    .listStandings(rows.map(({ postId }) => postId))
  const byId = new Map(standings.map((standing) => [standing.id, standing]))
  for (const row of rows) {
    const standing = byId.get(row.postId)
    if (!standing || !isNews(row, standing)) continue
    const news = { articleId: row.id, standing }
    await transaction(deps.db, (tx) => takeStanding(deps, tx, actor, news))
  }
}

/** Queries the state of an article's post. */
export async function findPublishedState(
  deps: PublicationDeps,
  actor: Actor,
  article: PostedArticle,
): Promise<void> {
  await lookTogether(deps, actor, [article])
}

/** Queries every site for its articles' posts. A site that does not answer does not delay the others. */
export async function findPublished(deps: PublicationDeps): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listPosted(deps.db, after, AT_ONCE)
    for (const [site, ofSite] of Map.groupBy(rows, ({ siteCode }) => siteCode))
      await lookTogether(deps, HOURLY, ofSite).catch((error) =>
        deps.log.warn({ err: error, site }, 'the status of posts could not be read'),
      )
    after = rows.at(-1)?.id ?? after
    isMore = rows.length === AT_ONCE
  }
}
