import type { Article } from '#shared/features/articles/contract.ts'
import { AsinLink } from './asin-link.tsx'

/** The products of an article: name, ASIN with its place in the shop, award. */
export function ProductsList({ products }: { products: Article['products'] }) {
  if (products.length === 0) return <span className="quiet">None</span>
  return (
    <ul className="products">
      {products.map(({ product_id, name, asin, award }) => (
        <li key={product_id}>
          <span className={name ? 'ellipsis' : 'quiet'} title={name}>
            {name || 'No name yet'}
          </span>
          {asin ? <AsinLink asin={asin} /> : <span className="quiet">No ASIN</span>}
          <span className="quiet ellipsis award" title={award}>
            {award}
          </span>
        </li>
      ))}
    </ul>
  )
}
