import { compareContents } from '#shared/features/article-versions/rules.ts'
import type { Db } from '../../db/connect.ts'
import type { ArticleListener } from '../articles/feature.ts'
import * as store from './store.ts'

export type ArticleVersionsService = ReturnType<typeof createArticleVersionsService>

/** What an article said after each of its saves. Whoever asks has been let in to the article already. */
export function createArticleVersionsService({ db }: { db: Db }) {
  /** Keeps what the article says after a save, within the save's transaction. */
  const keepVersion: ArticleListener = async (tx, { articleId, action, actorId, now }) => {
    const isSave = action === 'drafted' || action === 'requested' || action === 'saved'
    if (isSave) await store.insertVersion(tx, articleId, { userId: actorId, now })
  }

  return {
    keepVersion,

    /** Every version with what it changed, the newest first. */
    async listVersions(articleId: number) {
      const names = await store.listSiteNames(db)
      const versions = await store.listVersions(db, articleId)
      return versions
        .map(({ entry, user }, index) => {
          const before = versions[index - 1]?.entry.content
          const changes = before
            ? compareContents(before, entry.content, (id) => names.get(id) ?? String(id))
            : []
          return { version: entry.version, createdAt: entry.createdAt, user, changes }
        })
        .reverse()
    },

    /** What changed since QA last sent the article back. */
    async compareWithReturned(articleId: number) {
      const back = await store.findLastReturn(db, articleId)
      const before = back?.version ? await store.findVersion(db, articleId, back.version) : undefined
      const current = await store.readContent(db, articleId)
      if (!back || !before || !current) return { returnedAt: back?.createdAt ?? null, changes: [] }
      const names = await store.listSiteNames(db)
      return {
        returnedAt: back.createdAt,
        changes: compareContents(before.content, current.content, (id) => names.get(id) ?? String(id)),
      }
    },
  }
}
