import { Segmented } from 'antd'
import { Alert } from '#web/ui/alert.tsx'
import { FAILURES } from './messages.ts'
import type { ArticleValues } from './use-article-values.ts'
import { type ConflictField, type ConflictState, FIELD_LABELS } from './use-conflict.ts'

interface ConflictPanelProps {
  state: ConflictState
  siteName: (siteId: number | undefined) => string
}

const MERGED =
  'Somebody else has saved this article in the meantime. Their changes are in the form now; yours are kept.'
const DIVIDED =
  'Somebody else has saved this article in the meantime, and changed what you changed. Decide what to keep:'

const SIDES = [
  { label: 'Keep mine', value: 'mine' as const },
  { label: 'Take theirs', value: 'theirs' as const },
]

/** A field's value as lines to read. */
function linesOf(values: ArticleValues, field: ConflictField): string[] {
  if (field === 'products') {
    return values.products.map(({ asin, name, award, summary }) =>
      [asin, name, award, summary].filter((part) => part !== '').join(' · '),
    )
  }
  if (field === 'faqs') return values.faqs.map(({ question }) => question)
  if (field === 'keywords') return [values.keywords.join(', ')]
  return [String(values[field] ?? '')]
}

function Side({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <div className="meta">{title}</div>
      {lines.every((line) => line === '') ? (
        <p className="quiet">Empty</p>
      ) : (
        lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of text have no identity
          <p key={index} className="words">
            {line}
          </p>
        ))
      )}
    </div>
  )
}

/** Both versions of everything that two people changed at once, and the choice between them. */
export function ConflictPanel({ state, siteName }: ConflictPanelProps) {
  const { conflict } = state
  if (!conflict) return null
  const lines = (values: ArticleValues, field: ConflictField) =>
    field === 'siteId' ? [siteName(values.siteId)] : linesOf(values, field)
  return (
    <div className="conflict">
      <Alert kind="bad" title={FAILURES.save}>
        {conflict.fields.length > 0 ? DIVIDED : MERGED}
      </Alert>
      {conflict.fields.map((field) => (
        <section key={field} aria-label={`${FIELD_LABELS[field]}: two versions`} className="conflict-field">
          <div className="conflict-head">
            <h3>{FIELD_LABELS[field]}</h3>
            <Segmented
              size="small"
              aria-label={`${FIELD_LABELS[field]}: which version`}
              options={SIDES}
              // No choice yet is a state of its own, which the component's types do not know.
              value={conflict.choice[field] ?? ('' as 'mine')}
              onChange={(side) => state.choose(field, side)}
            />
          </div>
          <div className="conflict-sides">
            <Side title="Yours" lines={lines(conflict.mine, field)} />
            <Side title="Theirs" lines={lines(conflict.theirs, field)} />
          </div>
        </section>
      ))}
    </div>
  )
}
