import { useQuery } from '@tanstack/react-query'
import { CircleMinus, TriangleAlert } from 'lucide-react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { findingKey } from '#shared/features/articles/preflight/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { storedPreflightQuery } from '#web/features/articles/preflight/queries.ts'
import { NotLoadedNote } from '#web/ui/feedback/not-loaded-note.tsx'
import { NOT_LOADED } from '../messages.ts'

/** The findings on an article as stored, with their override reasons. */
export function StoredPreflightPanel({ article }: { article: Pick<Article, 'article_id' | 'version'> }) {
  const preflight = useQuery(storedPreflightQuery(article.article_id, article.version))
  const { data } = preflight
  if (preflight.error) return <NotLoadedNote what={NOT_LOADED.preflight} query={preflight} />
  if (!data || data.findings.length === 0) return null
  return (
    <section className="changes-panel" aria-label="Preflight">
      <h3>
        Preflight <span className="quiet">{`${data.passed} of ${data.rules} rules pass`}</span>
      </h3>
      <ul>
        {data.findings.map((finding) => {
          const Icon = finding.level === 'blocking' ? CircleMinus : TriangleAlert
          const { override } = finding
          return (
            <li key={findingKey(finding)} className={`finding ${finding.level}`}>
              <Icon size={14} role="img" aria-label={finding.level} />
              <div>
                {finding.message}{' '}
                {finding.level === 'warning' && (
                  <span className="quiet">
                    {override ? `${fullName(override.user)}: “${override.reason}”` : 'No reason was given.'}
                  </span>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
