import { skipToken, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { FoundProducts, ProductSummary } from '#shared/features/products/products/contract.ts'
import { isShortLink } from '#shared/format/amazon-address.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { foundProductsQuery } from '../queries.ts'

const PAUSE = 300
const SHORTEST = 2

interface Answer {
  data: FoundProducts | null | undefined
  isError: boolean
  isFetching: boolean
}

/** The line shown instead of products. */
function sayingOf({ data, isError, isFetching }: Answer, words: string): string | undefined {
  if (isShortLink(words))
    return 'A short link doesn’t say which product it leads to. Open it, then paste the address your browser shows.'
  if (isError) return 'The catalogue didn’t answer. You can still type an ASIN below.'
  if (isFetching || !data) return 'Searching …'
  if (data.products.length > 0) return undefined
  return data.by_name
    ? `No product in the catalogue is called “${words}”.`
    : 'This catalogue can’t be searched by name. Paste an ASIN or a product’s address.'
}

/** A debounced search of the catalogue, with a highlighted result. */
export function useProductSearch(onChoose: (product: ProductSummary) => void) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const words = typed.trim()
  const rested = useDebounced(words, PAUSE)
  const isReady = rested.length >= SHORTEST && words.length >= SHORTEST
  const answer = useQuery({
    ...foundProductsQuery(rested),
    ...(isReady ? {} : { queryFn: skipToken }),
  })
  const isSettled = isReady && rested === words
  const products = isSettled && !answer.isError ? (answer.data?.products ?? []) : []
  const shows = isOpen && words.length >= SHORTEST
  const marked = Math.min(at, products.length - 1)

  const choose = (product: ProductSummary) => {
    setTyped('')
    setOpen(false)
    onChoose(product)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step !== undefined && products.length > 0) {
      event.preventDefault()
      setOpen(true)
      setAt(shows ? (marked + step + products.length) % products.length : 0)
    }
    // Ctrl Enter is handled by the dialog.
    if (key === 'Enter' && !ctrlKey && !metaKey) {
      event.preventDefault()
      const product = products[marked]
      if (shows && product) choose(product)
    }
    if (key === 'Escape' && shows) {
      // Escape must not close the dialog.
      event.stopPropagation()
      setOpen(false)
    }
  }
  return {
    typed,
    type(text: string) {
      setTyped(text)
      setOpen(true)
      setAt(0)
    },
    products,
    marked,
    mark: setAt,
    shows,
    saying: isSettled ? sayingOf(answer, words) : 'Searching …',
    choose,
    close: () => setOpen(false),
    onKeyDown,
  }
}
