import { compareContents } from '#shared/features/articles/article-versions/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { readContent } from '../articles/feature.ts'
import * as queries from './queries.ts'
import * as store from './store.ts'

const AT_ONCE = 50

export type ArticleVersionsService = ReturnType<typeof createArticleVersionsService>

/** Content of an article after each save. The caller's access to the article was already checked. */
export function createArticleVersionsService({ db }: { db: Db }) {
  return {
    /** The newest versions, or those before one, with what each changed; and where to go on. */
    async listVersions(articleId: number, before?: number) {
      const names = await store.listSiteNames(db)
      // One more, against which the oldest of them is held.
      const found = await queries.listVersions(db, articleId, { before, most: AT_ONCE + 1 })
      const versions = found.slice(0, AT_ONCE).map(({ entry, user }, index) => {
        const previous = found[index + 1]?.entry.content
        const changes = previous
          ? compareContents(previous, entry.content, (id) => names.get(id) ?? String(id))
          : []
        return { version: entry.version, createdAt: entry.createdAt, user, changes }
      })
      const oldest = versions.at(-1)?.version ?? null
      return { versions, before: found.length > AT_ONCE ? oldest : null }
    },

    /** What changed since QA last sent the article back. */
    async compareWithReturned(articleId: number) {
      const back = await store.findLastReturn(db, articleId)
      const before = back?.version ? await store.findVersion(db, articleId, back.version) : undefined
      const current = await readContent(db, articleId)
      if (!back || !before || !current)
        return { returnedAt: back?.createdAt ?? null, changes: [], before: null }
      const names = await store.listSiteNames(db)
      return {
        returnedAt: back.createdAt,
        changes: compareContents(before.content, current.content, (id) => names.get(id) ?? String(id)),
        before: before.content,
      }
    },
  }
}
