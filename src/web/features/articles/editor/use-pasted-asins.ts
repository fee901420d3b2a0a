import type { ClipboardEvent } from 'react'
import { asinFrom } from '#shared/features/articles/rules.ts'
import { GOODS_NUMBER } from '#shared/format/amazon-address.ts'
import { pastedParts } from '#web/ui/pasted-list.ts'

/** Says of a word or an address whether it names a product. A word of ten letters is more likely part of a name. */
const namesProduct = (text: string): boolean => {
  const asin = asinFrom(text)
  return GOODS_NUMBER.test(asin) && /\d/.test(asin)
}

/**
 * The ASINs of a pasted list: cells, lines, or ASINs with blanks or commas between them. A cell that names no product
 * stays as it is, for its field to refuse. Empty where the text is no list of products.
 */
function asinsIn(text: string): string[] {
  const parts = pastedParts(text)
  const words = parts.flatMap((part) => part.split(/[\s,;]+/).filter((word) => word !== ''))
  const list = words.every(namesProduct) ? words : parts
  return list.length > 1 && list.some(namesProduct) ? [...new Set(list.map(asinFrom))] : []
}

/** For a field that takes one ASIN: a pasted list adds them all, where that can be done. */
export function usePastedAsins(addAll?: (asins: readonly string[]) => void) {
  return (event: ClipboardEvent<HTMLInputElement>): void => {
    const asins = addAll ? asinsIn(event.clipboardData.getData('text')) : []
    if (asins.length === 0) return
    event.preventDefault()
    addAll?.(asins)
  }
}
