import type { Article } from '#shared/features/articles/articles/contract.ts'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { AsinLink } from './asin-link.tsx'

interface ProductsListProps {
  products: Article['products']
  /** The shop's pictures by ASIN; undefined for lists without room for them. */
  pictures?: ReadonlyMap<string, string>
}

/** The products of an article: name, ASIN with a link to the shop, award. */
export function ProductsList({ products, pictures }: ProductsListProps) {
  if (products.length === 0) return <span className="quiet">None</span>
  return (
    <ul className={pictures ? 'products stack pictured' : 'products stack'}>
      {products.map(({ product_id, name, asin, award }) => (
        <li key={product_id}>
          {pictures && <ProductPicture address={pictures.get(asin)} />}
          <span className={name ? 'ellipsis' : 'quiet'} title={name}>
            {name || 'No name yet'}
          </span>
          {asin ? <AsinLink asin={asin} /> : <span className="quiet">No ASIN</span>}
          {award && (
            <span className="tag ellipsis product-award self-start" title={award}>
              {award}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
