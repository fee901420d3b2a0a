import { Package } from 'lucide-react'
import { useState } from 'react'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'

/** The marketplace's picture of a product; a plain card if it is missing or fails to load. */
export function ProductPictureCard({ address }: { address: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  const source = safeAddress(address)
  return (
    <span className="shop-picture stack">
      {source === null || source === failed ? (
        <Package aria-hidden="true" className="quiet" />
      ) : (
        <img src={source} alt="" loading="lazy" onError={() => setFailed(source)} />
      )}
    </span>
  )
}
