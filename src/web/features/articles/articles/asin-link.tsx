import { ExternalLink } from 'lucide-react'
import { useShop } from '../../ground/system/queries.ts'

/** An ASIN as a link to its product in the shop. */
export function AsinLink({ asin }: { asin: string }) {
  const shop = useShop()
  return (
    <a
      className="asin tabular"
      href={`${shop}/dp/${encodeURIComponent(asin)}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {asin}
      <ExternalLink size={12} aria-hidden="true" />
      <span className="visually-hidden">opens in a new tab</span>
    </a>
  )
}
