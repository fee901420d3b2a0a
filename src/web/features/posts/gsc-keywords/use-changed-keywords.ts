import { useState } from 'react'
import type { PostKeywordRow, PostQuery, SavedKeyword } from '#shared/features/posts/gsc-keywords/contract.ts'
import { isSameKeyword } from '#shared/features/posts/gsc-keywords/rules.ts'
import { useUnsaved } from '#web/ui/hooks/use-unsaved.ts'
import { type KeywordToSave, keyOf } from './queries.ts'

/** A post's new keyword that is not saved yet. */
export interface ChangedKeyword extends KeywordToSave {
  key: string
  siteCode: string
  title: string
  /** The clicks of the new and of the previous keyword; null if no searches are known. */
  clicks: number
  clicksBefore: number | null
  /** The error of the last attempt to save it. */
  error: string | null
}

const changeOf = (row: PostKeywordRow, { QUERY, CLICKS }: PostQuery): ChangedKeyword => ({
  key: keyOf(row),
  siteId: row.site_id,
  siteCode: row.SITE_CODE,
  postId: row.POST_ID,
  title: row.POST_TITLE,
  before: row.POST_KEYWORD,
  after: QUERY,
  clicks: CLICKS,
  clicksBefore: row.now?.CLICKS ?? null,
  error: null,
})

type Changes = ReadonlyMap<string, ChangedKeyword>

/** Unsaved keyword changes, on whichever page their posts are; leaving the screen asks first. */
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
    /** Sets this query as the post's keyword; setting the original keyword again removes the change. */
    apply: (row: PostKeywordRow, query: PostQuery) =>
      change((next) => {
        if (isSameKeyword(row.POST_KEYWORD, query.QUERY)) next.delete(keyOf(row))
        else next.set(keyOf(row), changeOf(row, query))
      }),
    undo: (key: string) => change((next) => void next.delete(key)),
    discard: () => setChanges(new Map()),
    /** Removes the changes that were saved and shows the error on those that were not. */
    settle: (saved: readonly ChangedKeyword[], results: readonly SavedKeyword[]) =>
      change((next) => {
        for (const { key, siteId, postId, after } of saved) {
          const known = next.get(key)
          // The user has chosen another keyword in the meantime.
          if (known === undefined || known.after !== after) continue
          const result = results.find(({ site_id, post_id }) => site_id === siteId && post_id === postId)
          if (result?.ok) next.delete(key)
          else next.set(key, { ...known, error: result?.error ?? 'No answer from the server. Try again.' })
        }
      }),
  }
}
export type ChangedKeywords = ReturnType<typeof useChangedKeywords>
