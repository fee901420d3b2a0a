import { useQuery } from '@tanstack/react-query'
import type { FieldChange } from '#shared/features/articles/article-versions/rules.ts'
import { ASIN_PATTERN } from '#shared/features/products/products/rules.ts'
import { WordsDifference } from '#web/ui/text/words-difference.tsx'
import { productsQuery } from './queries.ts'

/** Matches a product as a whole, or its ASIN. */
const NAMES_ASIN = /^Product( \d+)?( · ASIN)?$/

/** The ASIN in the description of a product, whose parts are on one line. */
function asinIn(field: string, text: string | null): string | undefined {
  if (text === null || !NAMES_ASIN.test(field)) return undefined
  return text.split(' · ').find((part) => ASIN_PATTERN.test(part) && /\d/.test(part))
}

/**
 * The fields that differ between two versions, with removed and added words marked; an ASIN is shown with its
 * product.
 */
export function ChangesList({ changes }: { changes: readonly FieldChange[] }) {
  const asins = changes.flatMap(({ field, before, after }) =>
    [asinIn(field, before), asinIn(field, after)].filter((asin) => asin !== undefined),
  )
  const { data } = useQuery(productsQuery([...new Set(asins)]))
  const nameOf = (field: string, text: string | null) => {
    const asin = asinIn(field, text)
    return data?.find((card) => card.asin === asin)?.name ?? ''
  }
  return (
    <dl className="changes column gap-6">
      {changes.map(({ field, before, after }, index) => {
        const names = { before: nameOf(field, before), after: nameOf(field, after) }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity and are only shown
          <div key={index} className="change">
            <dt className="ink medium break-words">{field}</dt>
            <dd className="words">
              <WordsDifference before={before ?? ''} after={after ?? ''} />
              {(names.before || names.after) && (
                <p className="quiet">
                  In the shop: <WordsDifference {...names} />
                </p>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
