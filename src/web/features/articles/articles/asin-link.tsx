import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
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
      <NewTabMark />
    </a>
  )
}
