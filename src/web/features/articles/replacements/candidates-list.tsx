import { useQuery } from '@tanstack/react-query'
import type { Candidate } from '#shared/features/articles/replacements/contract.ts'
import { CANDIDATE_FORMULA } from '#shared/features/articles/replacements/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { money } from '#shared/format/money.ts'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Radio } from '#web/ui/input/radio.tsx'
import { ProductPicker } from '../articles/editor/product-picker.tsx'
import { FAILURES, NO_CANDIDATE } from './messages.ts'
import { candidatesQuery } from './queries.ts'

/** The chosen product, from the same category or from the catalogue search. */
export interface ChosenProduct {
  asin: string
  name: string
  image: string | null
  /** Price, rating and stock, as far as known. */
  facts: string
  /** Expected earnings in US dollars per week; undefined if unknown. */
  expected?: number | undefined
}

function factsOf({ price, rating, days_in_stock: days, days_known: known }: Candidate): string {
  return [
    price ?? 'price not known today',
    rating === null ? 'not rated' : `${rating.stars} ★ ${counted(rating.count)}`,
    days === null ? undefined : `in stock ${days} of ${countedIn(known, 'day')}`,
  ]
    .filter((fact) => fact !== undefined)
    .join(' · ')
}

interface OptionProps {
  product: ChosenProduct
  moves?: string | undefined
  isChosen: boolean
  onChoose: () => void
}

function Option({ product: { name, asin, image, facts, expected }, moves, isChosen, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio button is its control
    <label className="candidate">
      <Radio name="candidate" checked={isChosen} onChange={onChoose} />
      <ProductPicture address={image ?? undefined} />
      <span className="candidate-words stack meta">
        <strong>{name || asin}</strong>
        <span className="tabular">{facts}</span>
        {moves !== undefined && <span className="candidate-moves">{moves}</span>}
      </span>
      {expected !== undefined && (
        <span className="candidate-expected stack">
          <strong className="tabular">{money(expected)}</strong>
          <span className="meta">expected a week</span>
        </span>
      )}
    </label>
  )
}

interface CandidatesListProps {
  /** The product that is out of stock. */
  asin: string
  chosen: ChosenProduct | undefined
  onChoose: (product: ChosenProduct) => void
}

/** Candidates to replace a product: from its category, or from a catalogue search. */
export function CandidatesList({ asin, chosen, onChoose }: CandidatesListProps) {
  const { data, error, isPending, refetch } = useQuery(candidatesQuery(asin))
  const { candidates = [], posts = 0 } = data ?? {}
  const isElsewhere = chosen !== undefined && !candidates.some((each) => each.asin === chosen.asin)
  const movesIn = (count: number) =>
    count === 0
      ? undefined
      : `Used in ${posts === 1 ? 'the post' : `${count} of the ${countedIn(posts, 'post')}`}; it will move up`
  return (
    <>
      {error && <Failed title={FAILURES.candidates} message={error.message} onRetry={() => void refetch()} />}
      {isPending && <p className="quiet">Looking through the category …</p>}
      {data && candidates.length === 0 && <p className="quiet">{NO_CANDIDATE}</p>}
      <div role="radiogroup" aria-label="Replacement product">
        {candidates.map((each) => {
          const product = {
            ...{ asin: each.asin, name: each.name, image: each.image_url, facts: factsOf(each) },
            expected: each.expected ?? undefined,
          }
          return (
            <Option
              key={each.asin}
              product={product}
              moves={movesIn(each.used_in)}
              isChosen={chosen?.asin === each.asin}
              onChoose={() => onChoose(product)}
            />
          )
        })}
        {isElsewhere && <Option product={chosen} isChosen onChoose={() => onChoose(chosen)} />}
      </div>
      <div className="mt-8">
        <ProductPicker
          taken={[]}
          onChoose={({ asin: found, name = '', image_url: image = null, price = 'price not known' }) =>
            onChoose({ asin: found, name, image, facts: price })
          }
        />
      </div>
      {candidates.length > 0 && (
        <details className="meta mt-8">
          <summary>How we choose these</summary>
          {CANDIDATE_FORMULA}
        </details>
      )}
    </>
  )
}
