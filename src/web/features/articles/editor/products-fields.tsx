import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useFormState } from '#web/ui/form/use-form.ts'
import { useReorder } from '#web/ui/use-reorder.ts'
import { type ArticleFormStore, moved, nextKey } from '../use-article-values.ts'
import { ProductCard } from './product-card.tsx'
import { fieldId } from './use-article-editor.ts'
import { useProductCards } from './use-product-cards.ts'

const blank = (key: number) => ({ key, asin: '', name: '', award: '', summary: '' })

/** The products of the article dialog: added, moved, removed. A card redraws itself while it is written. */
export function ProductsFields({ form }: { form: ArticleFormStore }) {
  const keys = useFormState(form, ({ values }) => values.products.map(({ key }) => key).join())
    .split(',')
    .filter((key) => key !== '')
  const cards = useProductCards(form)
  const { handle, draggedAt, announcement } = useReorder({
    count: keys.length,
    name: 'Product',
    move: (from, to) => form.set('products', moved(form.values().products, from, to)),
  })
  const add = () => {
    const { products } = form.values()
    form.set('products', [...products, blank(nextKey(products))])
    requestAnimationFrame(() => document.getElementById(fieldId(`products.${products.length}.asin`))?.focus())
  }
  return (
    <section aria-label="Products" className="rows">
      <div className="rows-head">
        <h3>Products</h3>
        <span className="quiet tabular">{keys.length}</span>
        <Button id={fieldId('products')} size="small" icon={<Plus size={14} />} onClick={add}>
          Add product
        </Button>
      </div>
      {keys.length === 0 && <p className="quiet rows-none">No products yet.</p>}
      <ol data-reorder-list>
        {keys.map((key, index) => (
          <ProductCard
            key={key}
            form={form}
            index={index}
            cards={cards}
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
