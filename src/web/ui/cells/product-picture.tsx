import { Package } from 'lucide-react'
import { useState } from 'react'

interface ProductPictureProps {
  /** Undefined if unknown. */
  address: string | undefined
}

/** A product's picture beside its name; a plain card if it is missing or fails to load. */
export function ProductPicture({ address }: ProductPictureProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <span className="product-thumb stack">
      {address === undefined || address === failed ? (
        <Package size={18} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setFailed(address)} />
      )}
    </span>
  )
}
