import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { QueuePlace } from '#shared/features/articles/articles/contract.ts'
import type { Claim } from '#shared/features/articles/claims/contract.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { claimOfOther, claimsQuery } from '#web/features/articles/claims/queries.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { DONE, skippedWords } from '../messages.ts'
import { articleQuery, placeQuery } from '../queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The article that opened automatically after a decision about another one. */
    nextToDecide?: number
  }
}

export interface ReviewQueue {
  position: number | null
  total: number
  /** Opens the next article that waits. */
  goOn: (() => void) | undefined
  goBack: (() => void) | undefined
  /** The same after a decision, when there are no unsaved values left; at the end it opens the list. */
  goOnDecided: () => void
}

/** The maximum number of consecutive articles that are skipped. */
const MOST_SKIPPED = 10

interface Next {
  id: number
  /** Articles before it that other users are reviewing. */
  skipped: readonly Claim[]
}

/**
 * Finds the article to open after a decision: the first of its neighbours and their followers that no other
 * user is reviewing, else the first of the queue. If others are reviewing all of them, it is the nearest.
 * Returns null if no article waits, and undefined if the request failed.
 */
function useFindNext(articleId: number) {
  const queries = useQueryClient()
  const me = useUser()?.id
  const ask = (id: number) => queries.fetchQuery({ ...placeQuery(id), staleTime: 0 }).catch(() => null)

  /**
   * Skips articles from a waiting one on. Returns the start itself if others are reviewing all of them; its
   * page says so.
   */
  async function pass(from: number, claims: readonly Claim[]): Promise<Next & { isFree: boolean }> {
    const skipped: Claim[] = []
    for (let id: number | null = from; id !== null && skipped.length < MOST_SKIPPED; ) {
      if (id === articleId) break
      const claim = claimOfOther(claims, id, me)
      if (!claim) return { id, skipped, isFree: true }
      skipped.push(claim)
      const place: QueuePlace | null = await ask(id)
      id = place?.after ?? null
    }
    return { id: from, skipped: [], isFree: false }
  }

  return async (neighbours: readonly (number | null)[]): Promise<Next | null | undefined> => {
    const claims = (await queries.fetchQuery({ ...claimsQuery, staleTime: 0 }).catch(() => null)) ?? []
    let nearest: Next | undefined
    for (const neighbour of neighbours) {
      if (neighbour === null || !(await ask(neighbour))?.position) continue
      const next = await pass(neighbour, claims)
      if (next.isFree) return next
      nearest ??= next
    }
    const place = await ask(articleId)
    if (place === null) return nearest
    if (place.after === null || place.after === articleId) return nearest ?? null
    const next = await pass(place.after, claims)
    return next.isFree ? next : (nearest ?? next)
  }
}

/**
 * The queue of articles that wait for the user, around the open one. Its neighbours are fixed when it is
 * opened: once it is decided, it has no place in the queue any more.
 */
export function useQueue(articleId: number): ReviewQueue {
  const mayOpen = useMay('PendingArticles')
  const { data } = useQuery({ ...placeQuery(articleId), enabled: mayOpen })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const opened = useRef<typeof data>(undefined)
  if (data && (data.position !== null || opened.current === undefined)) opened.current = data
  const { before = null, after = null } = opened.current ?? {}
  /** A key press from before the neighbours were loaded. */
  const wanted = useRef<'before' | 'after'>(undefined)
  const open = useCallback(
    (id: number | null, isDecided = false) =>
      id === null
        ? navigate({ to: SCREENS.pendingArticles.path, ignoreBlocker: isDecided })
        : navigate({
            to: SCREENS.article.path,
            params: { id: String(id) },
            ignoreBlocker: isDecided,
            state: isDecided ? { nextToDecide: id } : {},
          }),
    [navigate],
  )
  useEffect(() => {
    const target = { before, after }[wanted.current ?? 'after']
    if (data === undefined || wanted.current === undefined) return
    wanted.current = undefined
    if (target !== null) void open(target)
  }, [data, before, after, open])
  const goTo = (way: 'before' | 'after', id: number | null) => {
    if (id !== null) return () => void open(id)
    if (data !== undefined || !mayOpen) return undefined
    return () => {
      wanted.current = way
    }
  }
  // Prefetches the next article.
  useEffect(() => {
    if (after === null) return
    void queries.prefetchQuery(articleQuery(after))
    void queries.prefetchQuery(placeQuery(after))
  }, [after, queries])

  // A user who has left the page in the meantime must not be navigated back.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const findNext = useFindNext(articleId)
  return {
    position: data?.position ?? null,
    total: data?.total ?? 0,
    goOn: goTo('after', after),
    goBack: goTo('before', before),
    goOnDecided: () =>
      void findNext([after, before]).then((next) => {
        if (!isHere.current) return
        if (next === null) notify({ kind: 'info', title: DONE.queue })
        if (next?.skipped.length) notify({ kind: 'info', title: skippedWords(next.skipped) })
        return open(next?.id ?? null, true)
      }),
  }
}
