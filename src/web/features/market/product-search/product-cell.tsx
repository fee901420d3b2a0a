import type { MarketplaceProduct } from '#shared/features/keywords/opportunities/contract.ts'
import { isMatched } from '#shared/format/relevance.ts'

/** A text with the searched words highlighted. */
function MarkedWords({ text, search }: { text: string; search: string }) {
  return text.split(/([\p{L}\p{N}]+)/u).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
    isMatched(part, search) ? <mark key={at}>{part}</mark> : part,
  )
}

interface ProductCellProps {
  product: MarketplaceProduct
  search: string
}

/** A product's main data, with a link to its page at the marketplace. */
export function ProductCell({ product, search }: ProductCellProps) {
  const { name, brand, category, imageUrl, product_url: address } = product
  return (
    <span className="market-product row gap-12">
      {imageUrl ? (
        <img src={imageUrl} alt="" width={36} height={36} loading="lazy" />
      ) : (
        <span className="market-product-blank" aria-hidden="true" />
      )}
      <span className="two-lines shrinkable">
        <a href={address} target="_blank" rel="noreferrer" title={name}>
          <MarkedWords text={name} search={search} />
        </a>
        <span className="meta">
          <MarkedWords text={[brand, category].filter((part) => part !== null).join(' · ')} search={search} />
        </span>
      </span>
    </span>
  )
}
