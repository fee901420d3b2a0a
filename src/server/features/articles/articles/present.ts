import type { Article, ArticleRow, ChecklistEntry } from '#shared/features/articles/articles/contract.ts'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentSite, presentUserName } from '../../ground/area.ts'
import type { WholeArticle } from './queries.ts'
import { renewalStateOf } from './renewal-store.ts'
import type { ArticleSuggestion } from './suggestion-queries.ts'

/** The fields that a row of a list has too: `articleRow` in row-queries.ts. */
function presentRow({ article, site, user, keywords, lastUpdate }: WholeArticle): ArticleRow {
  return {
    article_id: article.id,
    title: article.title,
    status: article.status,
    image_url: article.imageUrl,
    site_id: article.siteId,
    site: presentSite(site),
    user_id: article.userId,
    user: presentUserName(user),
    keywords: keywords.map(({ id, keyword }) => ({ keyword_id: id, keyword })),
    created_at: article.createdAt.toISOString(),
    wordpress_id: article.postId,
    revises: article.revisesId,
    last_update: lastUpdate,
  }
}

const presentEntry = ({ entry, user }: WholeArticle['checklist'][number]): ChecklistEntry => ({
  position: entry.position,
  kind: entry.kind,
  text: entry.text,
  done_at: entry.doneAt?.toISOString() ?? null,
  done_by: user ? presentUserName(user) : null,
})

const presentPost = (post: NonNullable<WholeArticle['post']>) => ({
  state: post.state,
  url: safeAddress(post.url),
  moved_from: safeAddress(post.movedFrom),
  since: post.since.toISOString(),
})

export function presentArticle(whole: WholeArticle): Article {
  const { article, validator } = whole
  return {
    ...presentRow(whole),
    intro: article.intro,
    notes: article.notes,
    draft: article.status === 'draft',
    qa_user: validator ? presentUserName(validator) : null,
    products: whole.products.map(({ id, asin, name, award, summary }) => ({
      product_id: id,
      asin,
      name,
      award,
      summary,
    })),
    faqs: whole.faqs.map(({ question }) => ({ question })),
    returns: whole.returns.map(({ entry, user }) => ({
      article_return_id: entry.id,
      user: presentUserName(user),
      reason: entry.reason,
      created_at: entry.createdAt.toISOString(),
      answered_at: entry.answeredAt?.toISOString() ?? null,
      complement: entry.complement,
      kind: entry.kind,
    })),
    events: whole.events.map(({ entry, user }) => ({
      action: entry.action,
      user: user ? presentUserName(user) : null,
      created_at: entry.createdAt.toISOString(),
      comment: entry.comment,
      self: entry.isSelf,
    })),
    updated_at: article.updatedAt.toISOString(),
    asana_url: article.taskUrl,
    gid: article.taskGid,
    asana_section: article.taskSection === null ? null : { name: article.taskSection },
    revised_title: whole.revised,
    updates: whole.updates.map(({ id, title, status, updatedAt }) => ({
      article_id: id,
      title,
      status,
      updated_at: updatedAt.toISOString(),
    })),
    renewal: whole.renewal && renewalStateOf(whole.renewal),
    mirrors: whole.mirrors.map(({ target, state, attempts, error, updatedAt }) => ({
      target,
      state,
      attempts,
      error,
      updated_at: updatedAt.toISOString(),
    })),
    post: whole.post && presentPost(whole.post),
    checklist: whole.checklist.map(presentEntry),
    version: article.version,
  }
}

export const presentConflict = presentOldVersion(
  articleEndpoints.update,
  (current: WholeArticle | undefined) => (current ? { current: presentArticle(current) } : {}),
)

export const presentSuggestion = ({ id, title, status, siteId }: ArticleSuggestion) => ({
  article_id: id,
  title,
  status,
  site_id: siteId,
})
