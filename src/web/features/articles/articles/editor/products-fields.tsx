import { Plus } from 'lucide-react'
import { PRODUCT_NAME_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import type { ProductSummary } from '#shared/features/products/products/contract.ts'
import { useFormState } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useReorder } from '#web/ui/input/use-reorder.ts'
import { PROPOSED_PRODUCTS } from '../messages.ts'
import {
  type ArticleFormStore,
  changeRow,
  moved,
  nextKey,
  type ProductValues,
} from '../use-article-values.ts'
import { ProductCard } from './product-card.tsx'
import { ProductPicker } from './product-picker.tsx'
import { fieldId } from './use-article-editor.ts'
import { useProductCards } from './use-product-cards.ts'

const blank = (key: number) => ({ key, asin: '', name: '', award: '', summary: '' })

const isBlank = ({ asin, name, award, summary }: ProductValues) => asin + name + award + summary === ''

/** Adds a product of the catalogue in the first empty row or in a new one; returns the rows and its index. */
function withProduct(
  rows: readonly ProductValues[],
  { asin, name = '' }: Pick<ProductSummary, 'asin' | 'name'>,
) {
  const present = rows.findIndex((row) => row.asin === asin)
  if (present >= 0) return { rows: [...rows], at: present }
  const free = rows.findIndex(isBlank)
  const at = free >= 0 ? free : rows.length
  const row = { ...(rows[at] ?? blank(nextKey(rows))), asin, name: name.slice(0, PRODUCT_NAME_MAXIMUM) }
  return { rows: [...rows.slice(0, at), row, ...rows.slice(at + 1)], at }
}

/** Once the field is rendered. */
const goTo = (path: string) => requestAnimationFrame(() => document.getElementById(fieldId(path))?.focus())

interface ProductsFieldsProps {
  form: ArticleFormStore
  isProposed: boolean
}

/**
 * The products of the article dialog: can be added, moved and removed. Typing only rerenders the product's
 * own card.
 */
export function ProductsFields({ form, isProposed }: ProductsFieldsProps) {
  const keys = useFormState(form, ({ values }) => values.products.map(({ key }) => key).join())
    .split(',')
    .filter((key) => key !== '')
  const asins = useFormState(form, ({ values }) => values.products.map(({ asin }) => asin).join()).split(',')
  const cards = useProductCards(form)
  const { handle, draggedAt, announcement } = useReorder({
    count: keys.length,
    name: 'Product',
    move: (from, to) => form.set('products', moved(form.values().products, from, to)),
  })
  const add = () => {
    const { products } = form.values()
    form.set('products', [...products, blank(nextKey(products))])
    goTo(`products.${products.length}.asin`)
  }
  const choose = (product: ProductSummary) => {
    const { rows, at } = withProduct(form.values().products, product)
    form.set('products', rows)
    goTo(`products.${at}.${rows[at]?.name ? 'award' : 'name'}`)
  }
  /** A pasted list: each ASIN once, starting in the row that it was pasted into. */
  const addAll = (pasted: readonly string[], index?: number) => {
    let { products } = form.values()
    const [first = '', ...others] = pasted
    const isFree = index !== undefined && !products.some(({ asin }) => asin === first)
    if (index !== undefined && isFree) products = changeRow(products, index, { asin: first })
    for (const asin of isFree ? others : pasted) products = withProduct(products, { asin }).rows
    form.set('products', products)
  }
  return (
    <section aria-label="Products" className="rows">
      <div className="rows-head row gap-8 mb-8">
        <h3>Products</h3>
        <span className="quiet tabular">{keys.length}</span>
        <Button id={fieldId('products')} size="small" icon={<Plus size={14} />} onClick={add}>
          Add product
        </Button>
      </div>
      <ProductPicker taken={asins} onChoose={choose} onPasteList={addAll} />
      {isProposed && keys.length > 0 && <p className="quiet rows-note">{PROPOSED_PRODUCTS}</p>}
      {keys.length === 0 && <p className="quiet rows-none">No products yet.</p>}
      <ol data-reorder-list>
        {keys.map((key, index) => (
          <ProductCard
            key={key}
            form={form}
            index={index}
            cards={cards}
            onPasteList={(pasted) => addAll(pasted, index)}
            isDragged={draggedAt === index}
            handle={handle(index)}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}
