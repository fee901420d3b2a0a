import type { PreviewPost } from '#shared/features/articles/preview/contract.ts'
import { NO_ANSWER } from './messages.ts'
import { ProseList } from './prose-list.tsx'

/** Readers' questions with their answers. */
export function QuestionsList({ questions }: { questions: PreviewPost['questions'] }) {
  return (
    <section className="shop-questions">
      <h3>Questions, answered</h3>
      <dl>
        {questions.map(({ headline, acceptedAnswer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no number and are only shown
          <div key={index}>
            <dt className="ink">{headline}</dt>
            <dd>
              {acceptedAnswer ? (
                <ProseList text={acceptedAnswer} className="shop-answer" />
              ) : (
                <i className="quiet">{NO_ANSWER}</i>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
