import { Image } from 'lucide-react'
import { useState } from 'react'

/** An article's picture, or a placeholder if it is missing or fails to load. */
export function HeroImageCell({ url, alt = '' }: { url: string | null; alt?: string }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (url === null || url === '' || url === broken)
    return (
      <span className="picture none">
        <Image size={20} strokeWidth={1.5} aria-hidden="true" />
      </span>
    )
  return (
    <img
      className="picture"
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(url)}
    />
  )
}
