import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { PRODUCT_NAME_MAXIMUM } from '#shared/features/articles/rules.ts'
import type { ProductCard } from '#shared/features/products/contract.ts'
import { ASIN_PATTERN } from '#shared/features/products/rules.ts'
import { productsQuery } from './queries.ts'
import type { ArticleFormState, ProductValues } from './use-article-values.ts'

const pairOf = ({ key, asin }: ProductValues) => `${key} ${asin}`

/** The rows with the marketplace's names in those that have none; the same rows when there is nothing to fill. */
export function withNames(
  rows: readonly ProductValues[],
  cards: ReadonlyMap<string, ProductCard>,
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
 * What the marketplace says of the form's products, by ASIN. A product whose ASIN was typed just now gets the
 * marketplace's name, once, unless somebody has typed one.
 */
export function useProductCards({ values, setValues }: ArticleFormState): ReadonlyMap<string, ProductCard> {
  const { products } = values
  const asins = [...new Set(products.map(({ asin }) => asin).filter((asin) => ASIN_PATTERN.test(asin)))]
  const { data } = useQuery(productsQuery(asins.sort()))
  // Those that were there when the form opened had their chance to be named.
  const named = useRef(new Set(products.map(pairOf)))

  useEffect(() => {
    const cards = new Map((data ?? []).map((card) => [card.asin, card]))
    const isNew = (row: ProductValues) => cards.has(row.asin) && !named.current.has(pairOf(row))
    const fresh = products.filter(isNew).map(pairOf)
    if (fresh.length === 0) return
    for (const pair of fresh) named.current.add(pair)
    setValues((now) => ({
      ...now,
      products: withNames(now.products, cards, (row) => fresh.includes(pairOf(row))),
    }))
  }, [data, products, setValues])

  return new Map((data ?? []).map((card) => [card.asin, card]))
}
