import { Input } from 'antd'
import { TEXT_MAXIMUM, TITLE_MAXIMUM } from '#shared/features/articles/rules.ts'
import { Labelled, noteId } from '#web/ui/labelled.tsx'
import { LengthNote } from '#web/ui/length-note.tsx'
import { LinksInText } from '#web/ui/linked-text.tsx'
import { KeywordTagsPicker } from '../keywords/keyword-tags-picker.tsx'
import { SitePicker } from '../sites/site-picker.tsx'
import { FaqsFields } from './faqs-fields.tsx'
import { HeroImageFields } from './hero-image-fields.tsx'
import { FAILURES } from './messages.ts'
import { ProductsFields } from './products-fields.tsx'
import { fieldId } from './use-article-editor.ts'
import type { ArticleFormState, Issues } from './use-article-values.ts'

/** The server may find fault with one keyword of several. */
const keywordIssue = (issues: Issues) =>
  issues.keywords ?? Object.entries(issues).find(([path]) => path.startsWith('keywords.'))?.[1]

interface ArticleFormProps {
  form: ArticleFormState
  /** The hero image is on its way; saving now would leave it behind. */
  onImageBusy: (isBusy: boolean) => void
}

/** Every field of an article. */
export function ArticleForm({ form, onImageBusy }: ArticleFormProps) {
  const { values, issues } = form
  const wrongKeyword = keywordIssue(issues)
  const described = (path: string, error: string | undefined) => ({
    id: fieldId(path),
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': error ? noteId(fieldId(path)) : undefined,
    status: error ? ('error' as const) : ('' as const),
  })
  return (
    <div className="article-form">
      <div className="article-form-pair">
        <Labelled id={fieldId('siteId')} label="Site" required error={issues.siteId}>
          <SitePicker
            id={fieldId('siteId')}
            value={values.siteId}
            failTitle={FAILURES.sites}
            isInvalid={issues.siteId !== undefined}
            describedBy={issues.siteId && noteId(fieldId('siteId'))}
            onChange={(siteId) => form.set('siteId', siteId)}
          />
        </Labelled>
        <Labelled id={fieldId('keywords')} label="Keyword" required error={wrongKeyword}>
          <KeywordTagsPicker
            id={fieldId('keywords')}
            value={values.keywords}
            isInvalid={wrongKeyword !== undefined}
            describedBy={wrongKeyword && noteId(fieldId('keywords'))}
            onChange={form.setKeywords}
          />
        </Labelled>
      </div>
      <Labelled id={fieldId('title')} label="Title" error={issues.title}>
        <Input
          {...described('title', issues.title)}
          value={values.title}
          count={{ max: TITLE_MAXIMUM, show: true }}
          autoComplete="off"
          placeholder="The best …"
          onChange={(event) => form.setTitle(event.target.value)}
        />
      </Labelled>
      <div className="article-form-hero">
        <HeroImageFields
          url={values.imageUrl}
          keyword={values.keywords[0] ?? ''}
          siteId={values.siteId}
          error={issues.imageUrl}
          onChange={(url) => form.set('imageUrl', url)}
          onBusy={onImageBusy}
        />
        <div className="article-form-texts">
          <Labelled
            id={fieldId('intro')}
            label="Intro"
            error={issues.intro}
            aside={<LengthNote text={values.intro} max={TEXT_MAXIMUM} />}
          >
            <Input.TextArea
              {...described('intro', issues.intro)}
              value={values.intro}
              autoSize={{ minRows: 4, maxRows: 10 }}
              onChange={(event) => form.set('intro', event.target.value)}
            />
          </Labelled>
          <Labelled
            id={fieldId('notes')}
            label="Notes"
            error={issues.notes}
            aside={<LengthNote text={values.notes} max={TEXT_MAXIMUM} />}
          >
            <Input.TextArea
              {...described('notes', issues.notes)}
              value={values.notes}
              autoSize={{ minRows: 1, maxRows: 6 }}
              onChange={(event) => form.set('notes', event.target.value)}
            />
            <LinksInText text={values.notes} />
          </Labelled>
        </div>
      </div>
      <ProductsFields form={form} />
      <FaqsFields form={form} />
    </div>
  )
}
