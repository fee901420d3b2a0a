import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { statusLabel } from '#shared/features/articles/articles/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { relativeTime } from '#shared/format/relative-time.ts'
import { parseText } from '../../../db/json/json-text.ts'
import { linkTo, MOST_OFFERED, say } from './answer-text.ts'
import type { CommandReader } from './deps.ts'

/** `Requested`, or `Requested update` if the article updates a published one. */
const stateOf = ({ status, revises }: Pick<Article, 'status' | 'revises'>) =>
  revises === null ? statusLabel(status) : `${statusLabel(status)} update`

/** `/pending`: the articles that the user has to act on. */
export const readPending: CommandReader = async ({ articles, clock }, actor) => {
  const { articles: texts, total } = await articles.listPending(actor, { page: 1, limit: MOST_OFFERED })
  const first = texts.map(parseText)
  const all = linkTo('My Pending Articles', SCREENS.pendingArticles.path)
  const [oldest] = first
  if (oldest === undefined) return say('Nothing is waiting for you.', [all])
  const next = `${stateOf(oldest)}, “${oldest.title}”, from ${relativeTime(new Date(oldest.created_at), clock())}`
  const what = `${countedIn(total, 'article')} ${total === 1 ? 'is' : 'are'} waiting for you`
  return say(`${what}. First in line: ${next}.`, [
    ...first.map((article) =>
      linkTo(
        `${article.title} · ${stateOf(article)}`,
        SCREENS.article.path.replace('$id', String(article.article_id)),
      ),
    ),
    all,
  ])
}
