import { Package, PackageX } from 'lucide-react'
import { useContext, useState } from 'react'
import type { ProductSummary } from '#shared/features/products/products/contract.ts'
import { timestamp } from '#shared/format/timestamp.ts'
import { TimeZone } from '#web/ui/time-zone.ts'
import { SHOP_STOCK } from '../messages.ts'

/** Price, stock and their age, if the marketplace has data. */
function offerIn(
  { name, price, stock, availability, as_of }: ProductSummary,
  timeZone: string | undefined,
): string {
  const state = stock === 'IN_STOCK' ? availability : stock && SHOP_STOCK[stock]
  const since = as_of === null ? undefined : `as of ${timestamp(as_of, timeZone)}`
  return [name, price, state, since].filter((part) => part !== undefined).join(' · ')
}

/** A product's picture in the marketplace, or a placeholder. */
export function EditorPictureCell({ card }: { card: ProductSummary | undefined }) {
  const [broken, setBroken] = useState<string | null>(null)
  const url = card?.image_url
  const timeZone = useContext(TimeZone)
  const title = card && offerIn(card, timeZone)
  if (url === undefined || url === broken) {
    const isInvalid = card?.stock === 'INVALID_ASIN'
    const Icon = isInvalid ? PackageX : Package
    return (
      <span
        className={isInvalid ? 'picture product-picture none doubtful' : 'picture product-picture none'}
        title={title}
      >
        <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
        {isInvalid && <span className="visually-hidden">{SHOP_STOCK.INVALID_ASIN}</span>}
      </span>
    )
  }
  return (
    <img
      className="picture product-picture"
      src={url}
      alt={card?.name ?? ''}
      title={title}
      decoding="async"
      onError={() => setBroken(url)}
    />
  )
}
