import { useState } from 'react'
import type { Replacement } from '#shared/features/articles/replacements/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import type { ChosenProduct } from './candidates-list.tsx'
import { FAILURES, toFinish } from './messages.ts'
import { useApply, usePrepare } from './queries.ts'
import { useClaimWords } from './use-claim-words.ts'

const fitting = ({ list }: Replacement) =>
  new Set(
    list.filter(({ state, is_fitting }) => state === 'open' && is_fitting).map((place) => place.place_id),
  )

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Chooses a product, previews the changes, and selects the places. */
export function useReplacement(asin: string, onBegun: (id: number) => void) {
  const [chosen, setChosen] = useState<ChosenProduct>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [accepted, setAccepted] = useState<ReadonlySet<number>>(new Set())
  const words = useClaimWords()
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
    words.clear()
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
    ({ place_id: id, way, mentions, claims }) =>
      way === 'live' && mentions.length > claims.length && !accepted.has(id),
  )
  const unanswered = shown
    .filter(({ way }) => way === 'live')
    .flatMap((place) => place.claims.filter((claim) => !words.answersOf(place).has(claim)))
  const unfinished = shown.find((place) => words.draftsOf(place).size > 0)
  const toDo = toFinish({ unfinished, unanswered: unanswered.length, unread: unread.length })
  const isReady = ticked.size > 0 && toDo === undefined
  const tick = (id: number) => {
    setTicked(toggled(ticked, id))
    setAt(0)
  }
  const begin = () => {
    if (prepared === undefined || !isReady || apply.isPending) return
    const { replacement_id: id } = prepared
    const said = shown.flatMap((place) =>
      [...words.answersOf(place)].map(([sentence, text]) => ({
        place: place.place_id,
        sentence,
        words: text,
      })),
    )
    apply.mutate(
      { id, places: [...ticked], accepted: [...accepted], answers: said },
      { onSuccess: () => onBegun(id) },
    )
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
    words,
    toDo,
    isReady,
    begin,
    isBeginning: apply.isPending,
    /** The selected place whose changes are shown. */
    shown,
    at: Math.min(at, Math.max(shown.length - 1, 0)),
    walk: (step: 1 | -1) => setAt((now) => (now + step + shown.length) % Math.max(shown.length, 1)),
  }
}
