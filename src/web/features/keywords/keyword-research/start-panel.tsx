import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TrendingDown } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { runOf } from '#shared/features/keywords/keywords/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { useMay } from '#web/api/session.ts'
import { useDayOf, useToday } from '#web/ui/hooks/use-day.ts'
import { patched } from '#web/ui/patched.ts'
import { EXAMPLES, lostWords, START, shortDayWords } from './messages.ts'
import { lostQuery } from './queries.ts'
import { askedFor, type ResearchSearch } from './search.ts'
import type { Earlier } from './use-earlier.ts'

const WEEK = 7

const lookUpOf = (keywords: readonly string[]) =>
  patched<ResearchSearch>({ ...askedFor(keywords), page: undefined })
const HERE = { from: SCREENS.keywordResearch.path, to: SCREENS.keywordResearch.path } as const

/** Links to look up the keywords that were lost this week and that others hold now. */
function LostList() {
  const today = useToday()
  const { data: rows = [] } = useQuery(lostQuery(plusDays(today, -WEEK)))
  if (rows.length === 0) return null
  return (
    <>
      <h2>{START.lost}</h2>
      <ul>
        {rows.map(({ keyword_id: id, keyword, last_result: result, history }) => (
          <li key={id}>
            <Link
              {...HERE}
              search={lookUpOf([keyword])}
              className="research-start-link inline-cluster gap-6 row-gap-2"
            >
              <TrendingDown size={14} aria-hidden="true" />
              {keyword}
              {result && (
                <span className="meta regular">
                  {lostWords(plusDays(result.day, 1 - (runOf(history)?.days ?? 1)), today, result.publisher)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function EarlierRow({ keywords, at }: Earlier) {
  const today = useToday()
  const day = useDayOf(at ?? new Date())
  return (
    <li>
      <span className="meta nowrap">{at !== null && shortDayWords(day, today)}</span>
      <Link {...HERE} search={lookUpOf(keywords)}>
        {keywords.join(', ')}
      </Link>
    </li>
  )
}

/** Before the first lookup: keywords to begin with, and the user's latest lookups. */
export function StartPanel({ earlier }: { earlier: readonly Earlier[] }) {
  const mayOpen = useMay('ViewKeywords')
  return (
    <div className="research-start stack bounded gap-24">
      <section aria-label={START.examples}>
        {mayOpen && <LostList />}
        <h2>{START.examples}</h2>
        <ul className="research-examples">
          {EXAMPLES.map((keyword) => (
            <li key={keyword}>
              <Link
                {...HERE}
                search={lookUpOf([keyword])}
                className="research-start-link inline-cluster gap-6 row-gap-2"
              >
                {keyword}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="sheet research-recent">
        {earlier.length > 0 && (
          <>
            <h2>{START.recent}</h2>
            <ul>
              {earlier.map((each) => (
                <EarlierRow key={each.keywords.join()} {...each} />
              ))}
            </ul>
          </>
        )}
        <p className="meta">{START.hint}</p>
      </section>
    </div>
  )
}
