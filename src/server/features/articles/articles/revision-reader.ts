import { maySee } from '#shared/features/articles/articles/rules.ts'
import { mergedPost, placesOf, type ThreeTexts, takeOf } from '#shared/features/articles/revisions/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { SitePost } from '../../../integrations/publishing-site/port.ts'
import type { Caller } from '../../../security/actor.ts'
import { findPost } from './post-store.ts'
import { contentOf, fieldsOf, writtenOf } from './post-text.ts'
import type { ArticleDeps } from './verbs/access.ts'
import { findWholeArticle, type WholeArticle } from './whole-queries.ts'

type ReaderDeps = Pick<ArticleDeps, 'db' | 'publishing' | 'postKeywords'>

const othersIn = ({ introCopy, outroCopy, trustStatement }: SitePost) =>
  [introCopy, outroCopy, trustStatement].filter((words) => words !== '')

/** An update, or an article whose post is behind, with the article that is out. */
async function pairOf(
  db: Db,
  actor: Caller,
  id: number,
): Promise<{ revision: WholeArticle; article: WholeArticle }> {
  const revision = await findWholeArticle(db, id)
  if (!revision || !maySee(actor, revision.article)) throw notFound('Article')
  const { revisesId } = revision.article
  const article = revisesId === null ? revision : await findWholeArticle(db, revisesId)
  if (!article || article.article.postId === null) throw notFound('Post of this article')
  return { revision, article }
}

/** An update compared with its post's current text. Queries the site. */
export async function readRevision({ db, publishing, postKeywords }: ReaderDeps, actor: Caller, id: number) {
  const { revision, article } = await pairOf(db, actor, id)
  const { postId } = article.article
  const post = postId === null ? null : await publishing(article.site.code.toLowerCase()).getPost(postId)
  if (!post) throw notFound('Post of this article')
  const known = await findPost(db, article.article.id)
  const chosen = await postKeywords.findChosenKeyword(db, article.article.id)
  const before = { ...contentOf(article), fields: fieldsOf(article, chosen) }
  const texts: ThreeTexts = {
    live: { ...writtenOf(post), fields: post.fields },
    written: { ...before, ...known?.written },
    // The post keeps its article's author, whichever user updates it.
    wanted: {
      ...contentOf(revision),
      fields: { ...fieldsOf(revision, chosen), author: before.fields.author },
    },
  }
  const choices = known?.choices ?? {}
  return {
    revision,
    article,
    post,
    known,
    choices,
    places: placesOf(texts).map((place) => ({ ...place, take: takeOf(place, choices) })),
    others: othersIn(post),
    undecided: mergedPost(texts, choices).undecided,
  }
}
export type ReadRevision = Awaited<ReturnType<typeof readRevision>>

/** Number of places that need a user's choice before an update can be approved. Queries the site. */
export async function countUndecided(deps: ReaderDeps, actor: Caller, id: number): Promise<number> {
  const whole = await findWholeArticle(deps.db, id)
  if (!whole || whole.article.revisesId === null) return 0
  try {
    return (await readRevision(deps, actor, id)).undecided.length
  } catch (error) {
    // A post that is gone has nothing to choose from; one that cannot be asked is looked at when it is written.
    if (error instanceof AppError || error instanceof IntegrationError) return 0
    throw error
  }
}
