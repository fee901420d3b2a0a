import { memo } from 'react'
import { TEXT_MAXIMUM, TITLE_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { SitePicker } from '#web/features/ground/sites/site-picker.tsx'
import { KeywordTagsPicker } from '#web/features/keywords/keywords/keyword-tags-picker.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useFormState, useIssue, useValue } from '#web/ui/form/use-form.ts'
import { Labelled, noteId } from '#web/ui/input/labelled.tsx'
import { LinksInText } from '#web/ui/text/linked-text.tsx'
import { FAILURES } from '../messages.ts'
import { type ArticleFormStore as Form, withKeywords } from '../use-article-values.ts'
import { FaqsFields } from './faqs-fields.tsx'
import { HeroImageFields } from './hero-image-fields.tsx'
import { ProductsFields } from './products-fields.tsx'

interface PartProps {
  form: Form
}

function SiteField({ form }: PartProps) {
  const id = form.fieldId('siteId')
  const issue = useIssue(form, 'siteId')
  return (
    <Labelled id={id} label="Site" required error={issue}>
      <SitePicker
        id={id}
        value={useValue(form, 'siteId')}
        failTitle={FAILURES.sites}
        isInvalid={issue !== undefined}
        describedBy={issue && noteId(id)}
        onChange={(siteId) => form.set('siteId', siteId)}
      />
    </Labelled>
  )
}

function KeywordField({ form }: PartProps) {
  const id = form.fieldId('keywords')
  // The server can report an issue with a single keyword.
  const issue = useFormState(
    form,
    ({ issues }) =>
      issues.keywords ?? Object.entries(issues).find(([path]) => path.startsWith('keywords.'))?.[1],
  )
  return (
    <Labelled id={id} label="Keyword" required error={issue}>
      <KeywordTagsPicker
        id={id}
        value={useValue(form, 'keywords')}
        isInvalid={issue !== undefined}
        describedBy={issue && noteId(id)}
        onChange={(keywords) => form.update((values) => withKeywords(values, keywords), 'keywords')}
      />
    </Labelled>
  )
}

interface HeroImageProps extends PartProps {
  onBusy: (isBusy: boolean) => void
}

function HeroImage({ form, onBusy }: HeroImageProps) {
  return (
    <HeroImageFields
      url={useValue(form, 'imageUrl')}
      keyword={useFormState(form, ({ values }) => values.keywords[0] ?? '')}
      siteId={useValue(form, 'siteId')}
      error={useIssue(form, 'imageUrl')}
      onChange={(url) => form.set('imageUrl', url)}
      onBusy={onBusy}
    />
  )
}

const LinksInNotes = ({ form }: PartProps) => <LinksInText text={useValue(form, 'notes')} />

interface ArticleFormProps extends PartProps {
  /** Its products are proposals that the user has not confirmed yet. */
  isProposed: boolean
  /** The hero image is being uploaded; saving now would leave it out. */
  onImageBusy: (isBusy: boolean) => void
}

/** All fields of an article. */
export const ArticleFields = memo(function ArticleFields({
  form,
  isProposed,
  onImageBusy,
}: ArticleFormProps) {
  return (
    <div className="article-form column gap-14">
      <div className="article-form-pair stack bounded gap-16">
        <SiteField form={form} />
        <KeywordField form={form} />
      </div>
      <TextField
        form={form}
        name="title"
        label="Title"
        max={TITLE_MAXIMUM}
        counted
        placeholder="The best …"
      />
      <div className="article-form-hero stack bounded gap-16">
        <HeroImage form={form} onBusy={onImageBusy} />
        <div className="column gap-10">
          <TextField
            form={form}
            name="intro"
            label="Intro"
            max={TEXT_MAXIMUM}
            rows={{ minRows: 4, maxRows: 10 }}
          />
          <TextField
            form={form}
            name="notes"
            label="Notes"
            max={TEXT_MAXIMUM}
            rows={{ minRows: 1, maxRows: 6 }}
          >
            <LinksInNotes form={form} />
          </TextField>
        </div>
      </div>
      <ProductsFields form={form} isProposed={isProposed} />
      <FaqsFields form={form} />
    </div>
  )
})
