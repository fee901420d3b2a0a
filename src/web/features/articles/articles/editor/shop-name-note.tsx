import { useState } from 'react'
import type { ProductSummary } from '#shared/features/products/products/contract.ts'
import { likenessOf, nameIdentity } from '#shared/features/products/products/rules.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { ProductValues } from '../use-article-values.ts'

interface ShopNameNoteProps {
  product: ProductValues
  /** The shop's data about the product's ASIN, if available. */
  card: ProductSummary | undefined
  /** The name is being typed; an incomplete name must not cause a question. */
  isTyping: boolean
  onUse: (name: string) => void
}

/** Asks which name is right if the shop sells a product with another name under the ASIN. */
export function ShopNameNote({ product: { asin, name }, card, isTyping, onUse }: ShopNameNoteProps) {
  const [openedWith] = useState(asin)
  const [kept, setKept] = useState<string>()
  const pair = `${asin} ${nameIdentity(name)}`
  const shopName = card?.name
  // An outdated response of the shop is no reason to ask.
  if (shopName === undefined || card?.is_stale || isTyping || name === '' || kept === pair) return null
  const likeness = likenessOf(name, { title: shopName, brand: card?.brand, categories: card?.categories })
  const isAsked = likeness === 'other' || (likeness === 'doubtful' && asin !== openedWith)
  if (!isAsked) return null
  return (
    <p className="shop-name-note cluster align-stretch gap-16 row-gap-2">
      <span>
        In the shop, {asin} is “{shopName}”.
      </span>
      <Button type="link" size="small" onClick={() => onUse(shopName)}>
        Use the shop’s name
      </Button>
      <Button type="link" size="small" onClick={() => setKept(pair)}>
        Keep mine
      </Button>
    </p>
  )
}
