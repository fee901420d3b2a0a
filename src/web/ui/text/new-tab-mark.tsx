import { ExternalLink } from 'lucide-react'

interface NewTabMarkProps {
  className?: string
}

/** The end of a link that opens in a new tab. */
export function NewTabMark({ className }: NewTabMarkProps) {
  return (
    <>
      <ExternalLink className={className} size={12} aria-hidden="true" />
      <span className="visually-hidden"> opens in a new tab</span>
    </>
  )
}
