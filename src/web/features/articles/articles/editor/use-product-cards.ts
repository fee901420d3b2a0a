import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { PRODUCT_NAME_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import type { ProductSummary } from '#shared/features/products/products/contract.ts'
import { ASIN_PATTERN } from '#shared/features/products/products/rules.ts'
import { useFormState } from '#web/ui/form/use-form.ts'
import { productsQuery } from '../queries.ts'
import type { ArticleFormStore, ProductValues } from '../use-article-values.ts'

const pairOf = ({ key, asin }: ProductValues) => `${key} ${asin}`

/** Fills empty names with the marketplace's; returns the same rows if there is nothing to fill. */
export function withNames(
  rows: readonly ProductValues[],
  cards: ReadonlyMap<string, ProductSummary>,
  isWanted: (row: ProductValues) => boolean,
): ProductValues[] {
  return rows.map((row) => {
    const name = cards.get(row.asin)?.name
    return row.name === '' && name !== undefined && isWanted(row)
      ? { ...row, name: name.slice(0, PRODUCT_NAME_MAXIMUM) }
      : row
  })
}

/**
 * Marketplace data of the form's products, by ASIN. A product whose ASIN was just typed gets the
 * marketplace's name once, unless the user has typed one.
 */
export function useProductCards(form: ArticleFormStore): ReadonlyMap<string, ProductSummary> {
  const pairs = useFormState(form, ({ values }) => values.products.map(pairOf).join())
  const asins = [...new Set(pairs.split(',').map((pair) => pair.slice(pair.indexOf(' ') + 1)))]
  const { data } = useQuery(productsQuery(asins.filter((asin) => ASIN_PATTERN.test(asin)).sort()))
  const cards = useMemo(() => new Map((data ?? []).map((card) => [card.asin, card])), [data])
  // Products that were in the form when it opened are not named automatically.
  const named = useRef(new Set(pairs.split(',')))

  useEffect(() => {
    const isNew = (pair: string) => !named.current.has(pair) && cards.has(pair.slice(pair.indexOf(' ') + 1))
    const fresh = pairs.split(',').filter(isNew)
    if (fresh.length === 0) return
    for (const pair of fresh) named.current.add(pair)
    form.update((values) => ({
      ...values,
      products: withNames(values.products, cards, (row) => fresh.includes(pairOf(row))),
    }))
  }, [cards, pairs, form])

  return cards
}
