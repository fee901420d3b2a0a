import { Button, Input } from 'antd'
import { GripVertical, X } from 'lucide-react'
import type { DOMAttributes } from 'react'
import {
  AWARD_MAXIMUM,
  asinFrom,
  PRODUCT_NAME_MAXIMUM,
  SUMMARY_MAXIMUM,
} from '#shared/features/articles/rules.ts'
import type { ProductCard as CatalogCard } from '#shared/features/products/contract.ts'
import { FieldError, noteId } from '#web/ui/labelled.tsx'
import { nearLimit } from '#web/ui/length-note.tsx'
import { ProductPictureCell } from './product-picture-cell.tsx'
import { fieldId } from './use-article-editor.ts'
import type { Issues, ProductValues } from './use-article-values.ts'

interface ProductCardProps {
  index: number
  product: ProductValues
  /** What the marketplace says of it, where it has said something. */
  card: CatalogCard | undefined
  issues: Issues
  isDragged: boolean
  handle: DOMAttributes<HTMLElement>
  onChange: (change: Partial<ProductValues>) => void
  onRemove: () => void
}

type Field = Exclude<keyof ProductValues, 'key'>

/** One product of the article dialog. */
export function ProductCard(props: ProductCardProps) {
  const { index, product, card, issues, isDragged, handle, onChange, onRemove } = props
  const name = `Product ${index + 1}`
  const field = (key: Field, words: string) => {
    const path = `products.${index}.${key}`
    const error = issues[path]
    return {
      id: fieldId(path),
      value: product[key],
      'aria-label': `${words} of product ${index + 1}`,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? noteId(fieldId(path)) : undefined,
      status: error ? ('error' as const) : ('' as const),
      autoComplete: 'off',
    }
  }
  const label = (key: Field, words: string) => (
    <label className="field-label" htmlFor={fieldId(`products.${index}.${key}`)}>
      {words}
    </label>
  )
  const fault = (key: Field) => {
    const path = `products.${index}.${key}`
    return <FieldError id={fieldId(path)} error={issues[path]} />
  }
  return (
    <li className={isDragged ? 'product-card dragged' : 'product-card'} data-reorder>
      <button type="button" className="handle" aria-label={`Move ${name}: arrow keys, or drag`} {...handle}>
        <GripVertical size={16} aria-hidden="true" />
      </button>
      <ProductPictureCell card={card} />
      <div className="product-card-fields">
        <div>
          {label('asin', 'ASIN')}
          <Input
            {...field('asin', 'ASIN')}
            className="tabular"
            onChange={(event) => onChange({ asin: asinFrom(event.target.value) })}
          />
          {fault('asin')}
        </div>
        <div>
          {label('name', 'Name')}
          <Input
            {...field('name', 'Name')}
            count={{ max: PRODUCT_NAME_MAXIMUM, show: nearLimit }}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          {fault('name')}
        </div>
        <div>
          {label('award', 'Award')}
          <Input
            {...field('award', 'Award')}
            count={{ max: AWARD_MAXIMUM, show: true }}
            onChange={(event) => onChange({ award: event.target.value })}
          />
          {fault('award')}
        </div>
        <div className="product-card-summary">
          {label('summary', 'Summary (optional)')}
          <Input.TextArea
            {...field('summary', 'Summary')}
            autoSize={{ minRows: 1, maxRows: 4 }}
            count={{ max: SUMMARY_MAXIMUM, show: true }}
            onChange={(event) => onChange({ summary: event.target.value })}
          />
          {fault('summary')}
        </div>
      </div>
      <Button
        type="text"
        size="small"
        aria-label={`Remove ${name}`}
        icon={<X size={16} />}
        onClick={onRemove}
      />
    </li>
  )
}
