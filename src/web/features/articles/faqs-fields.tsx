import { Button, Input } from 'antd'
import { GripVertical, Plus, X } from 'lucide-react'
import { QUESTION_MAXIMUM } from '#shared/features/articles/rules.ts'
import { FieldError, noteId } from '#web/ui/labelled.tsx'
import { nearLimit } from '#web/ui/length-note.tsx'
import { useReorder } from '#web/ui/use-reorder.ts'
import { fieldId } from './use-article-editor.ts'
import { type ArticleFormState, moved, nextKey } from './use-article-values.ts'

/** The questions of the article dialog: added, moved, removed. */
export function FaqsFields({ form }: { form: ArticleFormState }) {
  const { faqs } = form.values
  const { handle, draggedAt, announcement } = useReorder({
    count: faqs.length,
    name: 'Question',
    move: (from, to) => form.set('faqs', moved(faqs, from, to)),
  })
  const add = () => {
    form.setValues((values) => ({
      ...values,
      faqs: [...values.faqs, { key: nextKey(values.faqs), question: '' }],
    }))
    requestAnimationFrame(() => document.getElementById(fieldId(`faqs.${faqs.length}.question`))?.focus())
  }
  return (
    <section aria-label="FAQs" className="rows">
      <div className="rows-head">
        <h3>FAQs</h3>
        <span className="quiet tabular">{faqs.length}</span>
        <Button size="small" icon={<Plus size={14} />} onClick={add}>
          Add question
        </Button>
      </div>
      {faqs.length === 0 && <p className="quiet rows-none">No questions yet.</p>}
      <ol data-reorder-list>
        {faqs.map(({ key, question }, index) => {
          const path = `faqs.${index}.question`
          const error = form.issues[path]
          return (
            <li key={key} className={draggedAt === index ? 'faq dragged' : 'faq'} data-reorder>
              <button
                type="button"
                className="handle"
                aria-label={`Move question ${index + 1}: arrow keys, or drag`}
                {...handle(index)}
              >
                <GripVertical size={16} aria-hidden="true" />
              </button>
              <div>
                <Input
                  id={fieldId(path)}
                  aria-label={`Question ${index + 1}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? noteId(fieldId(path)) : undefined}
                  status={error ? 'error' : ''}
                  placeholder="Question"
                  count={{ max: QUESTION_MAXIMUM, show: nearLimit }}
                  value={question}
                  onChange={(event) => form.setFaq(index, event.target.value)}
                />
                <FieldError id={fieldId(path)} error={error} />
              </div>
              <Button
                type="text"
                size="small"
                aria-label={`Remove question ${index + 1}`}
                icon={<X size={16} />}
                onClick={() =>
                  form.set(
                    'faqs',
                    faqs.filter((_, at) => at !== index),
                  )
                }
              />
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}
