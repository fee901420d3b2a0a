import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { ProductSummary } from '#shared/features/products/products/contract.ts'
import { NO_NAME, SHOP_STOCK } from '../messages.ts'
import { EditorPictureCell } from './editor-picture-cell.tsx'
import { usePastedAsins } from './use-pasted-asins.ts'
import { useProductSearch } from './use-product-search.ts'

interface ProductPickerProps {
  /** ASINs that the article has already. */
  taken: readonly string[]
  onChoose: (product: ProductSummary) => void
  /** Accepts a pasted list of products; without it, the picker takes a single product. */
  onPasteList?: (asins: readonly string[]) => void
}

function Option({ product, isTaken }: { product: ProductSummary; isTaken: boolean }) {
  const { asin, name, price, stock, availability } = product
  return (
    <>
      <span aria-hidden="true">
        <EditorPictureCell card={product} />
      </span>
      <span className="column">
        <span>{name ?? NO_NAME}</span>
        <span className="quiet tabular">
          {[
            price,
            stock === 'IN_STOCK' ? (availability ?? 'In stock') : stock && SHOP_STOCK[stock],
            asin,
            isTaken ? 'already in this article' : undefined,
          ]
            .filter((part) => part !== undefined)
            .join(' · ')}
        </span>
      </span>
    </>
  )
}

/** Searches the catalogue for a product by name, ASIN or page address. */
export function ProductPicker({ taken, onChoose, onPasteList }: ProductPickerProps) {
  const id = useId()
  const search = useProductSearch(onChoose)
  const paste = usePastedAsins(onPasteList)
  const { shows, products, marked, saying } = search
  const popup = useRef<HTMLDivElement>(null)
  const isListed = shows && products.length > 0
  // The list is inside a form that scrolls.
  useEffect(() => {
    if (isListed) popup.current?.scrollIntoView({ block: 'nearest' })
  }, [isListed])
  useEffect(() => {
    if (isListed) document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, isListed, marked])
  return (
    <div className="suggest row gap-8 product-finder mb-8">
      <Search size={16} aria-hidden="true" />
      <input
        role="combobox"
        aria-label="Find a product"
        aria-expanded={isListed}
        aria-controls={isListed ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isListed ? `${id}-${marked}` : undefined}
        placeholder="Find a product: name, ASIN or address in the shop"
        autoComplete="off"
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
        onPaste={paste}
        onBlur={search.close}
        onKeyDown={search.onKeyDown}
      />
      {shows && (
        <div className="suggestions" ref={popup}>
          <p role="status" className={saying ? 'quiet' : 'visually-hidden'}>
            {saying ?? `${products.length} ${products.length === 1 ? 'product' : 'products'}`}
          </p>
          {products.length > 0 && (
            <div id={id} role="listbox" aria-label="Products of the catalogue">
              {products.map((product, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
                <div
                  key={product.asin}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === marked}
                  onMouseMove={() => search.mark(index)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => search.choose(product)}
                >
                  <Option product={product} isTaken={taken.includes(product.asin)} />
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
