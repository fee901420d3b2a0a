import { Button } from 'antd'
import { useState } from 'react'
import type { ProductSummary } from '#shared/features/products/contract.ts'
import { likenessOf, nameIdentity } from '#shared/features/products/rules.ts'
import type { ProductValues } from '../use-article-values.ts'

interface ShopNameNoteProps {
  product: ProductValues
  /** What the shop says of the product's ASIN, where it has said something. */
  card: ProductSummary | undefined
  /** The name is being written; nobody is asked about half of one. */
  isTyping: boolean
  onUse: (name: string) => void
}

/** Asks which name is meant where the shop sells something of another name under the ASIN. */
export function ShopNameNote({ product: { asin, name }, card, isTyping, onUse }: ShopNameNoteProps) {
  const [openedWith] = useState(asin)
  const [kept, setKept] = useState<string>()
  const pair = `${asin} ${nameIdentity(name)}`
  const shopName = card?.name
  // What the shop said earlier accuses nobody.
  if (shopName === undefined || card?.is_stale || isTyping || name === '' || kept === pair) return null
  const likeness = likenessOf(name, { title: shopName, brand: card?.brand, categories: card?.categories })
  const isAsked = likeness === 'other' || (likeness === 'doubtful' && asin !== openedWith)
  if (!isAsked) return null
  return (
    <p className="shop-name-note">
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
