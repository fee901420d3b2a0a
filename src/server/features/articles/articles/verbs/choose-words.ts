import { revisionEndpoints } from '#shared/features/articles/revisions/contract.ts'
import { type Take, takeOf } from '#shared/features/articles/revisions/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { storeChoices } from '../post-store.ts'
import { contentOf, fieldsOf } from '../post-text.ts'
import { readRevision } from '../revision-reader.ts'
import type { ArticleDeps } from './access.ts'
import { ensurePostRecord } from './ensure-post-record.ts'
import { requestMirror } from './mirror-article.ts'

export interface WordsChoice {
  id: number
  key: string
  take: Take
  live: string | null
  wanted: string | null
}

/** Keeps whose words a place of the post has. A copy that waited for nothing else is tried at once. */
export async function chooseWords(
  deps: Pick<ArticleDeps, 'db' | 'clock' | 'enqueue' | 'publishing' | 'postKeywords'>,
  actor: Caller,
  { id, key, take, live, wanted }: WordsChoice,
): Promise<void> {
  requires(actor, revisionEndpoints.choose.access)
  const { article, places, undecided } = await readRevision(deps, actor, id)
  const place = places.find((each) => each.key === key)
  if (place?.verdict !== 'both') throw new AppError('conflict', 'There’s nothing left to choose here.')
  const { id: articleId, title } = article.article
  await transaction(deps.db, async (tx) => {
    const written = { ...contentOf(article), fields: fieldsOf(article, null) }
    const known = await ensurePostRecord(tx, article.article, { written, now: deps.clock() })
    const choices = { ...known?.choices, [key]: { take, live, wanted } }
    const isLast = undecided.every((each) => each.key === key || takeOf(each, choices) !== null)
    await storeChoices(tx, articleId, choices)
    await audit(tx, actor, 'article.chosen', { id: articleId, label: title, after: { key, take } })
    if (id === articleId && isLast) await requestMirror(deps, tx, articleId, 'post')
  })
}
