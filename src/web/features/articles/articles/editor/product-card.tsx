import { Input } from 'antd'
import { GripVertical, X } from 'lucide-react'
import { type DOMAttributes, type ReactNode, useState } from 'react'
import {
  AWARD_MAXIMUM,
  asinFrom,
  PRODUCT_NAME_MAXIMUM,
  SUMMARY_MAXIMUM,
} from '#shared/features/articles/articles/rules.ts'
import type { ProductSummary as CatalogCard } from '#shared/features/products/products/contract.ts'
import { controlOf } from '#web/ui/form/text-field.tsx'
import { useFormState } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FieldError } from '#web/ui/input/labelled.tsx'
import { LengthNote, nearLimit } from '#web/ui/input/length-note.tsx'
import { type ArticleFormStore, changeRow, type ProductValues } from '../use-article-values.ts'
import { EditorPictureCell } from './editor-picture-cell.tsx'
import { ShopNameNote } from './shop-name-note.tsx'
import { fieldId } from './use-article-editor.ts'
import { usePastedAsins } from './use-pasted-asins.ts'

interface ProductCardProps {
  form: ArticleFormStore
  index: number
  /** Marketplace data of the products, if available. */
  cards: ReadonlyMap<string, CatalogCard>
  isDragged: boolean
  handle: DOMAttributes<HTMLElement>
  onPasteList: (asins: readonly string[]) => void
}

type Field = Exclude<keyof ProductValues, 'key'>

interface ProductFieldsProps extends Pick<ProductCardProps, 'form' | 'index' | 'onPasteList'> {
  product: ProductValues
  card: CatalogCard | undefined
}

/** The parts of a product's field: control, label and issue. */
function useProductFields({ form, index, product }: Pick<ProductFieldsProps, 'form' | 'index' | 'product'>) {
  const issues = useFormState(form, (state) => state.issues)
  const pathOf = (key: Field) => `products.${index}.${key}`
  return {
    change: (change: Partial<ProductValues>) =>
      form.update(
        (values) => ({ ...values, products: changeRow(values.products, index, change) }),
        ...Object.keys(change).map((field) => `products.${index}.${field}`),
      ),
    field: (key: Field, words: string) => ({
      ...controlOf(form, pathOf(key), issues[pathOf(key)]),
      value: product[key],
      'aria-label': `${words} of product ${index + 1}`,
      autoComplete: 'off',
    }),
    label: (key: Field, words: string, note?: ReactNode) => (
      <label className="field-label" htmlFor={fieldId(pathOf(key))}>
        {note === undefined ? words : <span>{words}</span>}
        {note}
      </label>
    ),
    fault: (key: Field) => <FieldError id={fieldId(pathOf(key))} error={issues[pathOf(key)]} />,
  }
}

interface AwardFieldProps {
  fields: ReturnType<typeof useProductFields>
  award: string
}

/** The award; its length is shown at the label, so that the field has all the width. */
function AwardField({ fields: { change, field, label, fault }, award }: AwardFieldProps) {
  return (
    <div>
      {label('award', 'Award', <LengthNote text={award} max={AWARD_MAXIMUM} isAlways />)}
      <Input
        {...field('award', 'Award')}
        count={{ max: AWARD_MAXIMUM, show: false }}
        onChange={(event) => change({ award: event.target.value })}
      />
      {fault('award')}
    </div>
  )
}

function ProductFields({ form, index, product, card, onPasteList }: ProductFieldsProps) {
  const [isNaming, setNaming] = useState(false)
  const fields = useProductFields({ form, index, product })
  const paste = usePastedAsins(onPasteList)
  const { change, field, label, fault } = fields
  return (
    <div className="product-card-fields stack bounded gap-8">
      <div>
        {label('asin', 'ASIN')}
        <Input
          {...field('asin', 'ASIN')}
          className="tabular"
          onPaste={paste}
          onChange={(event) => change({ asin: asinFrom(event.target.value) })}
        />
        {fault('asin')}
      </div>
      <div>
        {label('name', 'Name')}
        <Input
          {...field('name', 'Name')}
          count={{ max: PRODUCT_NAME_MAXIMUM, show: nearLimit }}
          onChange={(event) => {
            setNaming(true)
            change({ name: event.target.value })
          }}
          onBlur={() => setNaming(false)}
        />
        {fault('name')}
      </div>
      <AwardField fields={fields} award={product.award} />
      <div className="product-card-shop span-columns" role="status">
        <ShopNameNote
          product={product}
          card={card}
          isTyping={isNaming}
          onUse={(name) => change({ name: name.slice(0, PRODUCT_NAME_MAXIMUM) })}
        />
      </div>
      <div className="product-card-summary span-columns">
        {label('summary', 'Summary (optional)')}
        <Input.TextArea
          {...field('summary', 'Summary')}
          autoSize={{ minRows: 1, maxRows: 4 }}
          count={{ max: SUMMARY_MAXIMUM, show: true }}
          onChange={(event) => change({ summary: event.target.value })}
        />
        {fault('summary')}
      </div>
    </div>
  )
}

/** One product of the article dialog. */
export function ProductCard({ form, index, cards, isDragged, handle, onPasteList }: ProductCardProps) {
  const name = `Product ${index + 1}`
  const product = useFormState(form, ({ values }) => values.products[index])
  if (!product) return null
  const card = cards.get(product.asin)
  const onRemove = () =>
    form.set(
      'products',
      form.values().products.filter((_, at) => at !== index),
    )
  return (
    <li className={isDragged ? 'product-card dragged' : 'product-card'} data-reorder>
      <button type="button" className="handle" aria-label={`Move ${name}: arrow keys, or drag`} {...handle}>
        <GripVertical size={16} aria-hidden="true" />
      </button>
      <EditorPictureCell card={card} />
      <ProductFields form={form} index={index} product={product} card={card} onPasteList={onPasteList} />
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
