import { Input, Progress } from 'antd'
import { Trash2, Upload } from 'lucide-react'
import { type DragEvent, useEffect, useRef } from 'react'
import { IMAGE_TYPES } from '#shared/features/ground/images/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FieldError, noteId } from '#web/ui/input/labelled.tsx'
import { HeroImageCell } from '../hero-image-cell.tsx'
import { fieldId } from './use-article-editor.ts'
import { useHeroImage } from './use-hero-image.ts'

interface HeroImageFieldsProps {
  url: string | null
  keyword: string
  siteId: number | undefined
  error: string | undefined
  onChange: (url: string | null) => void
  /** An image is being uploaded, or a typed URL is not applied yet. */
  onBusy: (isBusy: boolean) => void
}

const ID = fieldId('imageUrl')

/** The hero image: shown, and replaced by a file or a URL. */
export function HeroImageFields({ url, keyword, siteId, error, onChange, onBusy }: HeroImageFieldsProps) {
  const image = useHeroImage({ keyword, siteId, onStored: onChange })
  const input = useRef<HTMLInputElement>(null)
  const fault = image.fault ?? error
  const { isBusy } = image
  const tellBusy = useRef(onBusy)
  tellBusy.current = onBusy
  useEffect(() => tellBusy.current(isBusy), [isBusy])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    image.choose([...event.dataTransfer.files])
  }
  return (
    <fieldset className="hero" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <legend>Hero image</legend>
      <div className="hero-picture" aria-busy={image.isStoring}>
        <HeroImageCell url={url} alt="Hero image" />
        {image.isStoring && (
          <Progress
            percent={Math.round((image.progress ?? 0) * 100)}
            status="active"
            size="small"
            showInfo={image.progress !== null}
            aria-label="Uploading the image"
          />
        )}
        {url && (
          <Button
            className="hero-remove"
            size="small"
            aria-label="Remove the hero image"
            icon={<Trash2 size={14} />}
            onClick={() => onChange(null)}
          />
        )}
      </div>
      <div className="row align-stretch gap-8 mt-8">
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Hero image file"
          accept={IMAGE_TYPES.join(',')}
          onChange={(event) => {
            image.choose([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button icon={<Upload size={16} />} disabled={image.isStoring} onClick={() => input.current?.click()}>
          {url ? 'Replace' : 'Upload'}
        </Button>
        <Input
          id={ID}
          aria-label="Hero image URL"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? noteId(ID) : undefined}
          status={fault ? 'error' : ''}
          placeholder="or type an image URL"
          value={image.typed}
          disabled={image.isStoring}
          onChange={(event) => image.setTyped(event.target.value)}
          onPressEnter={({ ctrlKey, metaKey }) => {
            // Ctrl Enter is handled by the dialog.
            if (!ctrlKey && !metaKey) image.applyTyped()
          }}
        />
      </div>
      <FieldError id={ID} error={fault} />
    </fieldset>
  )
}
