import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useReorder } from '#web/ui/use-reorder.ts'
import { ProductCard } from './product-card.tsx'
import { fieldId } from './use-article-editor.ts'
import { type ArticleFormState, moved, nextKey } from './use-article-values.ts'
import { useProductCards } from './use-product-cards.ts'

const blank = (key: number) => ({ key, asin: '', name: '', award: '', summary: '' })

/** The products of the article dialog: added, moved, removed. */
export function ProductsFields({ form }: { form: ArticleFormState }) {
  const { products } = form.values
  const cards = useProductCards(form)
  const { handle, draggedAt, announcement } = useReorder({
    count: products.length,
    name: 'Product',
    move: (from, to) => form.set('products', moved(products, from, to)),
  })
  const add = () => {
    form.setValues((values) => ({
      ...values,
      products: [...values.products, blank(nextKey(values.products))],
    }))
    requestAnimationFrame(() => document.getElementById(fieldId(`products.${products.length}.asin`))?.focus())
  }
  return (
    <section aria-label="Products" className="rows">
      <div className="rows-head">
        <h3>Products</h3>
        <span className="quiet tabular">{products.length}</span>
        <Button id={fieldId('products')} size="small" icon={<Plus size={14} />} onClick={add}>
          Add product
        </Button>
      </div>
      {products.length === 0 && <p className="quiet rows-none">No products yet.</p>}
      <ol data-reorder-list>
        {products.map((product, index) => (
          <ProductCard
            key={product.key}
            index={index}
            product={product}
            card={cards.get(product.asin)}
            issues={form.issues}
            isDragged={draggedAt === index}
            handle={handle(index)}
            onChange={(change) => form.setProduct(index, change)}
            onRemove={() =>
              form.set(
                'products',
                products.filter((_, at) => at !== index),
              )
            }
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}
