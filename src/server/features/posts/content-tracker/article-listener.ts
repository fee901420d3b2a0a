import { isDeepStrictEqual } from 'node:util'
import type { ArticleContent } from '#shared/features/articles/articles/rules.ts'
import type { ArticleListener } from '../../../kernel/article-events/article-event.ts'
import { followArticle } from './verbs/follow-articles.ts'

/** Events of articles that may be published. Posts of unpublished articles are not tracked yet. */
const FOLLOWED = new Set<Parameters<ArticleListener>[1]['action']>([
  'published',
  'saved',
  'revised',
  'keyword-linked',
  'keyword-unlinked',
  'post-moved',
  'post-lost',
  'post-back',
  'post-renewed',
])

const TEXTS = ['title', 'intro', 'products', 'faqs'] as const

/** Whether readers have another text to read. An update may change nothing but the picture or the keywords. */
function isTextChanged({ action, changes = {} }: Parameters<ArticleListener>[1]): boolean {
  if (action === 'published') return true
  if (action !== 'revised') return false
  const [before, after]: Partial<ArticleContent>[] = [{ ...changes.before }, { ...changes.after }]
  return TEXTS.some((field) => !isDeepStrictEqual(before?.[field], after?.[field]))
}

/** Updates the tracked post of an article in the transaction that changes the article. */
export const followPost =
  ({ timeZone }: { timeZone: string }): ArticleListener =>
  async (tx, event) => {
    const { articleId, action, now } = event
    if (!FOLLOWED.has(action)) return
    await followArticle(tx, { articleId, now, timeZone, isTextChanged: isTextChanged(event) })
  }
