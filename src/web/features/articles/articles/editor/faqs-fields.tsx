import { Input } from 'antd'
import { GripVertical, Plus, X } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { QUESTION_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { controlOf } from '#web/ui/form/text-field.tsx'
import { useFormState, useIssue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { FieldError } from '#web/ui/input/labelled.tsx'
import { nearLimit } from '#web/ui/input/length-note.tsx'
import { pastedParts } from '#web/ui/input/pasted-list.ts'
import { useReorder } from '#web/ui/input/use-reorder.ts'
import { type ArticleFormStore, changeRow, moved, nextKey } from '../use-article-values.ts'
import { fieldId } from './use-article-editor.ts'

function QuestionField({ form, index }: { form: ArticleFormStore; index: number }) {
  const path = `faqs.${index}.question`
  const error = useIssue(form, path)
  const question = useFormState(form, ({ values }) => values.faqs[index]?.question ?? '')
  const change = (text: string) =>
    form.update((values) => ({ ...values, faqs: changeRow(values.faqs, index, { question: text }) }), path)
  /** Several pasted lines become several questions: the first replaces an empty one, the others follow. */
  const paste = (event: ClipboardEvent) => {
    const lines = pastedParts(event.clipboardData.getData('text'))
    if (lines.length < 2) return
    event.preventDefault()
    const { faqs } = form.values()
    const first = nextKey(faqs)
    const rows = lines.map((line, at) => ({ key: first + at, question: line }))
    const before = question.trim() === '' ? faqs.slice(0, index) : faqs.slice(0, index + 1)
    form.set('faqs', [...before, ...rows, ...faqs.slice(index + 1)])
  }
  return (
    <div>
      <Input
        {...controlOf(form, path, error)}
        aria-label={`Question ${index + 1}`}
        placeholder="Question"
        count={{ max: QUESTION_MAXIMUM, show: nearLimit }}
        value={question}
        onChange={(event) => change(event.target.value)}
        onPaste={paste}
      />
      <FieldError id={fieldId(path)} error={error} />
    </div>
  )
}

/** The questions of the article dialog: can be added, moved and removed. */
export function FaqsFields({ form }: { form: ArticleFormStore }) {
  const keys = useFormState(form, ({ values }) => values.faqs.map(({ key }) => key).join())
    .split(',')
    .filter((key) => key !== '')
  const { handle, draggedAt, announcement } = useReorder({
    count: keys.length,
    name: 'Question',
    move: (from, to) => form.set('faqs', moved(form.values().faqs, from, to)),
  })
  const add = () => {
    const { faqs } = form.values()
    form.set('faqs', [...faqs, { key: nextKey(faqs), question: '' }])
    requestAnimationFrame(() => document.getElementById(fieldId(`faqs.${faqs.length}.question`))?.focus())
  }
  const remove = (index: number) =>
    form.set(
      'faqs',
      form.values().faqs.filter((_, at) => at !== index),
    )
  return (
    <section aria-label="FAQs" className="rows">
      <div className="rows-head row gap-8 mb-8">
        <h3>FAQs</h3>
        <span className="quiet tabular">{keys.length}</span>
        <Button size="small" icon={<Plus size={14} />} onClick={add}>
          Add question
        </Button>
      </div>
      {keys.length === 0 && <p className="quiet rows-none">No questions yet.</p>}
      <ol data-reorder-list>
        {keys.map((key, index) => (
          <li key={key} className={draggedAt === index ? 'faq dragged' : 'faq'} data-reorder>
            <button
              type="button"
              className="handle"
              aria-label={`Move question ${index + 1}: arrow keys, or drag`}
              {...handle(index)}
            >
              <GripVertical size={16} aria-hidden="true" />
            </button>
            <QuestionField form={form} index={index} />
            <Button
              type="text"
              size="small"
              aria-label={`Remove question ${index + 1}`}
              icon={<X size={16} />}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}
