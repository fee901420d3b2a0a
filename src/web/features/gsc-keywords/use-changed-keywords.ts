import { useState } from 'react'
import type { PostKeywordRow, PostQuery, SavedKeyword } from '#shared/features/gsc-keywords/contract.ts'
import { isSameKeyword } from '#shared/features/gsc-keywords/rules.ts'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import { type KeywordToSave, keyOf } from './queries.ts'

/** A post's new keyword, as long as it is not saved. */
export interface ChangedKeyword extends KeywordToSave {
  key: string
  siteCode: string
  title: string
  /** What the new one brings, and the one before; null where nobody searched for that. */
  clicks: number
  clicksBefore: number | null
  /** Why it could not be saved, when that was tried. */
  error: string | null
}

const changeOf = (row: PostKeywordRow, { QUERY, CLICKS }: PostQuery): ChangedKeyword => ({
  key: keyOf(row),
  siteId: row.SITE_ID,
  siteCode: row.SITE_CODE,
  postId: row.POST_ID,
  title: row.POST_TITLE,
  before: row.POST_KEYWORD,
  after: QUERY,
  clicks: CLICKS,
  clicksBefore: row.NOW?.CLICKS ?? null,
  error: null,
})

type Changes = ReadonlyMap<string, ChangedKeyword>

/** Keywords that are changed and not saved, whichever page their posts stand on; leaving asks first. */
export function useChangedKeywords() {
  const [changes, setChanges] = useState<Changes>(new Map())
  useUnsaved(changes.size > 0, 'another screen')
  const change = (alter: (next: Map<string, ChangedKeyword>) => void) =>
    setChanges((known) => {
      const next = new Map(known)
      alter(next)
      return next
    })
  return {
    changes,
    /** Gives a post this query as its keyword; its own once more is no change. */
    apply: (row: PostKeywordRow, query: PostQuery) =>
      change((next) => {
        if (isSameKeyword(row.POST_KEYWORD, query.QUERY)) next.delete(keyOf(row))
        else next.set(keyOf(row), changeOf(row, query))
      }),
    undo: (key: string) => change((next) => void next.delete(key)),
    discard: () => setChanges(new Map()),
    /** What was saved is no change any more; what was not says why. */
    settle: (saved: readonly ChangedKeyword[], results: readonly SavedKeyword[]) =>
      change((next) => {
        for (const { key, siteId, postId, after } of saved) {
          const known = next.get(key)
          // Somebody has chosen another one in the meantime.
          if (known === undefined || known.after !== after) continue
          const result = results.find(({ site_id, post_id }) => site_id === siteId && post_id === postId)
          if (result?.ok) next.delete(key)
          else next.set(key, { ...known, error: result?.error ?? 'No answer from the server. Try again.' })
        }
      }),
  }
}
export type ChangedKeywords = ReturnType<typeof useChangedKeywords>
