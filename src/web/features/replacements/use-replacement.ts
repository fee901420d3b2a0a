import { useState } from 'react'
import type { Replacement } from '#shared/features/replacements/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import type { ChosenProduct } from './candidates-list.tsx'
import { FAILURES } from './messages.ts'
import { useApply, usePrepare } from './queries.ts'

const fitting = ({ list }: Replacement) =>
  new Set(
    list.filter(({ state, is_fitting }) => state === 'open' && is_fitting).map((place) => place.place_id),
  )

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Choosing a product, what that would change, and where it is wanted. */
export function useReplacement(asin: string, onBegun: (id: number) => void) {
  const [chosen, setChosen] = useState<ChosenProduct>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState(0)
  const prepare = usePrepare()
  const apply = useApply()
  const prepared = chosen === undefined ? undefined : (prepare.data ?? undefined)
  const shown = (prepared?.list ?? []).filter((place) => ticked.has(place.place_id))

  const choose = (product: ChosenProduct) => {
    if (apply.isPending) return
    setChosen(product)
    setTicked(new Set())
    setAccepted(new Set())
    setAt(0)
    prepare.mutate(
      { asin, replacement: product.asin },
      {
        onSuccess: (replacement) => setTicked(replacement === null ? new Set() : fitting(replacement)),
        onError: handleError(FAILURES.prepare),
      },
    )
  }
  const unread = shown.filter(
    ({ place_id: id, way, mentions }) => way === 'live' && mentions.length > 0 && !accepted.has(id),
  )
  const tick = (id: number) => {
    setTicked(toggled(ticked, id))
    setAt(0)
  }
  const begin = () => {
    if (prepared === undefined || ticked.size === 0 || unread.length > 0 || apply.isPending) return
    const { replacement_id: id } = prepared
    apply.mutate({ id, places: [...ticked], accepted: [...accepted] }, { onSuccess: () => onBegun(id) })
  }
  return {
    chosen,
    choose,
    prepared: prepare.isPending ? undefined : prepared,
    isPreparing: prepare.isPending,
    ticked,
    tick,
    accepted,
    accept: (id: number) => setAccepted(toggled(accepted, id)),
    /** How many ticked live posts would still be about the old product, which was not accepted. */
    unread: unread.length,
    begin,
    isBeginning: apply.isPending,
    /** The place whose difference is shown, of those that are ticked. */
    shown,
    at: Math.min(at, Math.max(shown.length - 1, 0)),
    walk: (step: 1 | -1) => setAt((now) => (now + step + shown.length) % Math.max(shown.length, 1)),
  }
}
