import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { ReplacementPlace } from '#shared/features/articles/replacements/contract.ts'
import { STARS_LEAST } from '#shared/features/articles/replacements/rules.ts'
import { counted } from '#shared/format/count.ts'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { useDiscarding, useUnsaved } from '#web/ui/hooks/use-unsaved.ts'
import { Button } from '#web/ui/input/button.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { isSwitchedOff } from '#web/ui/input/letter-keys.ts'
import { isSubmitKey, isTyping } from '#web/ui/input/use-hotkey.ts'
import { SidePanel } from '#web/ui/overlay/side-panel.tsx'
import { CandidatesList } from './candidates-list.tsx'
import { DifferenceCard } from './difference-card.tsx'
import { asDone, REPLACE_EVERYWHERE, replaceIn } from './messages.ts'
import { PlacesFields } from './places-fields.tsx'
import { candidatesQuery } from './queries.ts'
import { useReplacement } from './use-replacement.ts'

interface StepProps {
  number: number
  title: string
  note?: string | undefined
  extra?: ReactNode
  children: ReactNode
}

function Step({ number, title, note, extra, children }: StepProps) {
  return (
    <section className="replace-step">
      <h3>
        <span className="step-number" aria-hidden="true">
          {number}
        </span>
        {title}
        {note !== undefined && <span className="meta">{note}</span>}
        {extra}
      </h3>
      {children}
    </section>
  )
}

type Replacing = ReturnType<typeof useReplacement>

function Differences({ of }: { of: Replacing }) {
  const { shown, at, walk, prepared, accepted, accept, words } = of
  const place = shown[at]
  if (place === undefined || prepared === undefined) return null
  const extra = shown.length > 1 && (
    <span className="row gap-4 push">
      <IconButton label="Previous" onClick={() => walk(-1)}>
        <ChevronLeft size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Next" onClick={() => walk(1)}>
        <ChevronRight size={16} aria-hidden="true" />
      </IconButton>
    </span>
  )
  return (
    <Step
      number={3}
      title="What will change"
      note={`${place.article_id === null ? 'post' : 'article'} ${at + 1} of ${counted(shown.length)}`}
      extra={extra}
    >
      <p className="meta">{place.title}</p>
      <DifferenceCard
        key={place.place_id}
        place={place}
        replacement={prepared.replacement_id}
        isAccepted={accepted.has(place.place_id)}
        onAccept={() => accept(place.place_id)}
        words={words}
      />
    </Step>
  )
}

const countOf = (places: readonly ReplacementPlace[]) => ({
  count: places.length,
  live: places.filter(({ way }) => way === 'live').length,
  asked: places.filter(({ way }) => way === 'request').length,
})

function Footer({ of }: { of: Replacing }) {
  const { shown, prepared, toDo, isReady, begin, isBeginning } = of
  const chosen = countOf(shown)
  const offered = countOf(prepared?.list.filter(({ state }) => state === 'open') ?? [])
  return (
    <>
      <span className="meta">{toDo ?? asDone(chosen, offered)}</span>
      <Button type="primary" disabled={!isReady} loading={isBeginning} onClick={begin}>
        {replaceIn(chosen, offered)}
      </Button>
    </>
  )
}

export interface SoldOutProduct {
  asin: string
  name: string
  image: string | null
  /** Since when it is out of stock, and the loss. */
  note: string
}

interface ReplacePanelProps {
  product: SoldOutProduct
  onClose: () => void
  onBegun: (id: number) => void
}

/**
 * Replaces a product everywhere: chooses the new product and the places, and previews the changes. Nothing is
 * changed before the button is clicked.
 */
export function ReplacePanel({ product, onClose, onBegun }: ReplacePanelProps) {
  const replacing = useReplacement(product.asin, onBegun)
  const { chosen, choose, prepared, isPreparing, ticked, tick, begin, walk, words } = replacing
  const discarding = useDiscarding()
  useUnsaved(words.hasWords)
  const shelf = useQuery(candidatesQuery(product.asin)).data?.shelf
  const press = (event: KeyboardEvent) => {
    if (isSubmitKey(event)) begin()
    if (isTyping(event.target) || isSwitchedOff(event)) return
    const radios = event.currentTarget.querySelectorAll<HTMLInputElement>('input[name="candidate"]')
    if (/^[1-9]$/.test(event.key)) radios[Number(event.key) - 1]?.click()
    const step = { ArrowLeft: -1, ArrowRight: 1 } as const
    if (event.target instanceof HTMLInputElement && event.target.type === 'radio') return
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') walk(step[event.key])
  }
  const places = prepared?.list.filter(({ state }) => state === 'open').length ?? 0
  return (
    <SidePanel
      title={REPLACE_EVERYWHERE}
      note={`${product.name || product.asin} · ${product.note}`}
      picture={<ProductPicture address={product.image ?? undefined} />}
      onClose={() => discarding(onClose)}
      onKeyDown={press}
      footer={prepared && places > 0 && <Footer of={replacing} />}
    >
      <Step
        number={1}
        title="Choose a replacement"
        note={shelf ? `${shelf}, in stock, ${STARS_LEAST} ★ and up` : undefined}
      >
        <CandidatesList
          asin={product.asin}
          chosen={chosen}
          onChoose={(product) => discarding(() => choose(product))}
        />
      </Step>
      {isPreparing && <p className="quiet">Finding where it’s used …</p>}
      {prepared && (
        <Step number={2} title="Where?" note={`${ticked.size} of ${counted(places)} chosen`}>
          <PlacesFields replacement={prepared} ticked={ticked} onTick={tick} />
        </Step>
      )}
      {prepared && <Differences of={replacing} />}
    </SidePanel>
  )
}
