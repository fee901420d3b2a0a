import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import {
  type BulkChange,
  keywordChangeEndpoints,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import type { Keyword } from '#shared/features/keywords/keywords/contract.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMay } from '#web/api/session.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import type { Toast } from '#web/ui/feedback/notice.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { refreshKeywords, refreshTags } from '../keywords/queries.ts'
import {
  addedTogetherWords,
  existingWords,
  FAILURES,
  keywordsOf,
  NONE_ADDED,
  REQUEST_ARTICLE,
  SEE_CHANGES,
  UNDOING,
  undoneWords,
} from './messages.ts'
import type { ChangesSearch } from './search.ts'

export type Preparation = Sent<typeof keywordChangeEndpoints.prepare>['body']
type TagChange = Sent<typeof keywordChangeEndpoints.changeTags>['body']

function certain<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw serviceUnavailable()
  return answer
}

export const CHANGES_SIZE = 25
const POLL_MS = 1500
/** Consecutive polls that may fail before the change counts as failed. */
const MOST_MISSED = 5

const isGoingOn = ({ state }: BulkChange) => state === 'applying' || state === 'undoing'
const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS))

/** Polls until the background part of the change has finished, and reports its progress on the way. */
async function whenDone(begun: BulkChange, tell?: (change: BulkChange) => void) {
  const { change_id: id } = begun
  let change = begun
  for (let missed = 0; isGoingOn(change); ) {
    tell?.(change)
    await pause()
    try {
      change = certain(await call(keywordChangeEndpoints.read, { params: { id } }))
      missed = 0
    } catch (error) {
      missed += 1
      if (missed >= MOST_MISSED) throw error
    }
  }
  return change
}

const CHANGES = ['keyword-changes'] as const

function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      refreshKeywords(queries),
      refreshTags(queries),
      queries.invalidateQueries({ queryKey: CHANGES }),
    ])
}

/**
 * Undoes a change and reports the result. A large undo continues in the background on any screen. Returns
 * how many keywords went back and how many stay; null if it failed.
 */
export function useUndo() {
  const refresh = useRefresh()
  const undo = async (id: number) => {
    const begun = certain(await call(keywordChangeEndpoints.undo, { params: { id } }))
    if (isGoingOn(begun)) {
      notify({ kind: 'info', title: `${keywordsOf(begun.changes)}: ${UNDOING}` })
      void refresh()
    }
    const { undo: done, action } = await whenDone(begun)
    await refresh()
    notify({ kind: 'success', title: 'Undone', ...(done ? { description: undoneWords(done, action) } : {}) })
    return done
  }
  return (id: number) =>
    undo(id).catch(async (error: unknown) => {
      handleError(FAILURES.undo)(error)
      // Another user may have undone it first; the current data shows that.
      await refresh()
      return null
    })
}

/**
 * Whether keywords may be gone. After a partial undo, all of them lose their marks: adding one that stayed marks
 * it again, while a link to one that is gone would lead nowhere.
 */
const isUndone = (done: BulkChange['undo']) => done === null || done.back > 0

interface Added {
  id: number
  keyword: string
  /** Null if there is nothing to undo. */
  changeId: number | null
}

/**
 * Shows the notice that a keyword was added, with an undo and, for users with the permission, a link to
 * request an article. `more` adds a link from the current place; `onUndone` removes local marks that the
 * keyword is ours.
 */
export function useAddedToast() {
  const undo = useUndo()
  const navigate = useNavigate()
  const mayGoOn = useMay('CreateArticle')
  return (
    { id, keyword, changeId }: Added,
    { more = [], onUndone }: { more?: NonNullable<Toast['more']>; onUndone?: () => void } = {},
  ) => {
    const takeBack = async (change: number) => {
      if (isUndone(await undo(change))) onUndone?.()
    }
    const request = () => void navigate({ to: SCREENS.keywords.path, search: { request: id } })
    notify({
      kind: 'success',
      title: 'Keyword added',
      description: keyword,
      ...(mayGoOn && changeId !== null
        ? { action: { label: 'Undo', run: () => void takeBack(changeId), isUndo: true } }
        : {}),
      more: [...(mayGoOn ? [{ label: REQUEST_ARTICLE, run: request }] : []), ...more],
    })
  }
}

interface AddedTogether {
  added: readonly Keyword[]
  /** How many existed. */
  existing: number
  /** Null if there is nothing to undo. */
  changeId: number | null
  /** The name of the site they were added to. */
  site: string | undefined
  onUndone: () => void
}

/** Shows the notice that keywords were added together, with an undo and a link to the keyword or the change. */
export function useToldTogether() {
  const undo = useUndo()
  const mayUndo = useMay('CreateArticle')
  const mayOpen = useMay('ViewKeywords')
  const navigate = useNavigate()
  const moreOf = ([one, ...others]: readonly Keyword[]): NonNullable<Toast['more']> => {
    if (one === undefined) return []
    if (others.length > 0)
      return mayUndo ? [{ label: SEE_CHANGES, run: () => void navigate({ to: SCREENS.changes.path }) }] : []
    const search = { keyword_id: one.keyword_id }
    return mayOpen ? [{ label: 'Open', run: () => void navigate({ to: SCREENS.keywords.path, search }) }] : []
  }
  return ({ added, existing, changeId, site, onUndone }: AddedTogether) => {
    if (added.length === 0) return notify({ kind: 'info', title: NONE_ADDED })
    const takeBack = async (change: number) => {
      if (isUndone(await undo(change))) onUndone()
    }
    notify({
      kind: 'success',
      title: addedTogetherWords(added.length, site),
      ...(existing > 0 ? { description: existingWords(existing) } : {}),
      ...(mayUndo && changeId !== null
        ? { action: { label: 'Undo', run: () => void takeBack(changeId), isUndo: true } }
        : {}),
      more: moreOf(added),
    })
  }
}

/** Shows a notice about a change, with an undo and a link to the page of changes. */
export function useUndoToast() {
  const refresh = useRefresh()
  const undo = useUndo()
  const navigate = useNavigate()
  return async (id: number, title: string, isUndoable = true) => {
    await refresh()
    const more = [{ label: SEE_CHANGES, run: () => void navigate({ to: SCREENS.changes.path }) }]
    const action = { label: 'Undo', run: () => void undo(id), isUndo: true }
    notify({ kind: 'success', title, ...(isUndoable ? { action, more } : {}) })
  }
}

const changedWords = (count: number) => `${keywordsOf(count)} changed`

/** A page of changes, newest first. */
export const changesQuery = ({ whose, kind, from, to, page }: ChangesSearch) =>
  queryOptions({
    queryKey: [...CHANGES, 'page', whose, kind, from, to, page],
    queryFn: async ({ signal }) => {
      const paging = { limit: CHANGES_SIZE, offset: (page - 1) * CHANGES_SIZE }
      const query = { whose, kind: kind && [kind], start_date: from, end_date: to, ...paging }
      const { nodes, totalCount, ...totals } = certain(
        await call(keywordChangeEndpoints.list, { query }, { signal }),
      )
      return { rows: nodes, total: totalCount, totals }
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ undo }) => undo.state === 'running') ? POLL_MS : false,
  })

/** A change with the counts of what an undo would do, and some of its keywords. */
export const changeQuery = (id: number) =>
  queryOptions({
    queryKey: [...CHANGES, 'one', id],
    queryFn: async ({ signal }) =>
      certain(await call(keywordChangeEndpoints.details, { params: { id } }, { signal })),
  })

/** Fixes the set of keywords that an action applies to, and returns what it would change. */
export const usePrepareChange = () =>
  useMutation({
    mutationFn: async (body: Preparation) => certain(await call(keywordChangeEndpoints.prepare, { body })),
  })

/** Applies a prepared change. `underWay` is the progress of one that runs in the background. */
export function useApplyChange() {
  const tell = useUndoToast()
  const [underWay, setUnderWay] = useState<BulkChange>()
  const apply = useMutation({
    mutationFn: async (id: number) => {
      const begun = certain(await call(keywordChangeEndpoints.apply, { params: { id } }))
      return whenDone(begun, setUnderWay)
    },
    onSuccess: ({ change_id: id, changes }) => tell(id, changedWords(changes), changes > 0),
  })
  return { ...apply, underWay: apply.isPending ? underWay : undefined }
}

/** Adds tags to the selected keywords and removes others. */
export function useChangeTags() {
  const tell = useUndoToast()
  return useMutation({
    mutationFn: async (body: TagChange) => certain(await call(keywordChangeEndpoints.changeTags, { body })),
    onSuccess: ({ change_id: id, changed }) => tell(id, changedWords(changed), changed > 0),
  })
}
