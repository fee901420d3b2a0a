import { Copy, Globe } from 'lucide-react'
import type { AskedQuestion } from '#shared/features/keywords/keyword-research/contract.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { copyText } from '#web/ui/input/copy-text.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { FAILURES, NO_QUESTIONS } from './messages.ts'
import { useAsked } from './queries.ts'
import type { ResearchSearch } from './search.ts'

/** Copies the questions, one per line, as an article's FAQ expects them. */
function copyQuestions(questions: readonly AskedQuestion[]) {
  return copyText(questions.map(({ question }) => question).join('\n'), 'Copied the questions.')
}

const COLUMNS: readonly TableColumn<AskedQuestion>[] = [
  {
    key: 'question',
    title: 'Question, answer and source',
    place: 'name',
    required: true,
    render: ({ question, answer, source, link }) => (
      <span className="asked-question stack gap-2">
        <strong>{question}</strong>
        <span>{answer}</span>
        <span className="meta inline-row gap-6">
          <Globe size={12} aria-hidden="true" />
          {link === null ? (
            source
          ) : (
            <a href={link} target="_blank" rel="noreferrer">
              {source}
            </a>
          )}
        </span>
      </span>
    ),
  },
]

/** "People also ask" questions and their answers. */
export function QuestionsPanel({ search }: { search: ResearchSearch }) {
  const query = useAsked(search)
  const questions = query.data?.rows
  return (
    <section className="research-part" aria-label="People also ask">
      <div className="research-head row between gap-8">
        <h2 className="push-right">
          People also ask {questions && <span className="quiet">{questions.length}</span>}
        </h2>
        {questions && questions.length > 0 && (
          <Button
            size="small"
            icon={<Copy size={14} aria-hidden="true" />}
            onClick={() => void copyQuestions(questions)}
          >
            Copy as FAQ
          </Button>
        )}
      </div>
      <DataTable
        name="people-also-ask"
        label="People also ask results"
        columns={COLUMNS}
        rows={questions}
        rowKey={({ question }) => question}
        query={query}
        failTitle={FAILURES.questions}
        empty={{ text: NO_QUESTIONS }}
        rowHeight={84}
      />
    </section>
  )
}
