import { Package } from 'lucide-react'
import { useState } from 'react'

/** A product's picture, or a placeholder. It is decorative, because the name is beside it. */
export function ProductPictureCell({ url, size = 36 }: { url: string | null; size?: number }) {
  const [broken, setBroken] = useState<string | null>(null)
  const side = { width: size, height: size }
  if (url === null || url === broken) {
    return (
      <span className="library-picture inline-row justify-center" style={side}>
        <Package size={18} strokeWidth={1.5} aria-hidden="true" />
      </span>
    )
  }
  return (
    <img
      className="library-picture inline-row justify-center"
      src={url}
      alt=""
      {...side}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(url)}
    />
  )
}
