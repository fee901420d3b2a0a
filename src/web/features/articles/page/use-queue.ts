import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { notify } from '#web/ui/notify.ts'
import { DONE } from '../messages.ts'
import { articleQuery, placeQuery } from '../queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The article that opened by itself after a decision about another one. */
    nextToDecide?: number
  }
}

export interface ReviewQueue {
  position: number | null
  total: number
  /** Opens the next article that waits. */
  goOn: (() => void) | undefined
  goBack: (() => void) | undefined
  /** The same after a decision, with which everything that was typed has been sent; at the end, the list. */
  goOnDecided: () => void
}

/**
 * The articles that wait for this person, as far as the one that they read is concerned. Its neighbours stay what they
 * were when it was opened: once it is decided it has none any more.
 */
export function useQueue(articleId: number): ReviewQueue {
  const mayOpen = useMay('PendingArticles')
  const { data } = useQuery({ ...placeQuery(articleId), enabled: mayOpen })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const opened = useRef<typeof data>(undefined)
  if (data && (data.position !== null || opened.current === undefined)) opened.current = data
  const { before = null, after = null } = opened.current ?? {}
  /** Asked for before it was known where it leads. */
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
  // The next one is there when it is opened.
  useEffect(() => {
    if (after === null) return
    void queries.prefetchQuery(articleQuery(after))
    void queries.prefetchQuery(placeQuery(after))
  }, [after, queries])

  // Whoever has gone elsewhere meanwhile is not called back.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  /** What waits now: a neighbour that still does, else the first of all; undefined where that could not be asked. */
  const findNext = async (): Promise<number | null | undefined> => {
    const ask = (id: number) => queries.fetchQuery({ ...placeQuery(id), staleTime: 0 }).catch(() => null)
    for (const neighbour of [after, before]) {
      if (neighbour !== null && (await ask(neighbour))?.position) return neighbour
    }
    const place = await ask(articleId)
    if (place === null) return undefined
    return place.after === articleId ? null : place.after
  }
  return {
    position: data?.position ?? null,
    total: data?.total ?? 0,
    goOn: goTo('after', after),
    goBack: goTo('before', before),
    goOnDecided: () =>
      void findNext().then((next) => {
        if (!isHere.current) return
        if (next === null) notify({ kind: 'info', title: DONE.queue })
        return open(next ?? null, true)
      }),
  }
}
