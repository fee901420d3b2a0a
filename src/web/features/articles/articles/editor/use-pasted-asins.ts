import type { ClipboardEvent } from 'react'
import { asinFrom } from '#shared/features/articles/articles/rules.ts'
import { GOODS_NUMBER } from '#shared/format/amazon-address.ts'
import { pastedParts } from '#web/ui/input/pasted-list.ts'

/** Whether a word or URL names a product. A word of ten letters is more likely part of a name. */
const namesProduct = (text: string): boolean => {
  const asin = asinFrom(text)
  return GOODS_NUMBER.test(asin) && /\d/.test(asin)
}

/**
 * The ASINs of a pasted list: cells, lines, or ASINs separated by spaces or commas. A cell that names no
 * product stays as it is, so that its field reports it. Empty if the text is no list of products.
 */
function asinsIn(text: string): string[] {
  const parts = pastedParts(text)
  const words = parts.flatMap((part) => part.split(/[\s,;]+/).filter((word) => word !== ''))
  const list = words.every(namesProduct) ? words : parts
  return list.length > 1 && list.some(namesProduct) ? [...new Set(list.map(asinFrom))] : []
}

/** For a field for a single ASIN: a pasted list adds all products, if the caller supports it. */
export function usePastedAsins(addAll?: (asins: readonly string[]) => void) {
  return (event: ClipboardEvent<HTMLInputElement>): void => {
    const asins = addAll ? asinsIn(event.clipboardData.getData('text')) : []
    if (asins.length === 0) return
    event.preventDefault()
    addAll?.(asins)
  }
}
