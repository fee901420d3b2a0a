import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { NotConnected } from '#web/ui/feedback/not-connected.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Page } from '#web/ui/page.tsx'
import { patched } from '#web/ui/patched.ts'
import { ViewsMenu } from '../../ground/saved-views/views-menu.tsx'
import { UsageNote } from '../opportunities/usage-note.tsx'
import { KeywordsPanel } from './keywords-panel.tsx'
import { LookUpForm } from './look-up-form.tsx'
import { NOT_CONNECTED, RESEARCH_SETTINGS } from './messages.ts'
import { useAsked, useResearched } from './queries.ts'
import { QuestionsPanel } from './questions-panel.tsx'
import { askedFor, keywordsOf, lookupOf, ResearchSearch, VIEW } from './search.ts'
import { StartPanel } from './start-panel.tsx'
import { type Earlier, isSameLookup, useEarlier } from './use-earlier.ts'
import { type TickedKeywords, useTickedKeywords } from './use-ticked-keywords.ts'

interface ResultsProps {
  search: ResearchSearch
  isConnected: boolean
  onChange: (patch: Partial<ResearchSearch>) => void
  earlier: readonly Earlier[]
  ticked: TickedKeywords
}

/** Related searches and questions; before the first lookup, an introduction. */
function Results({ search, isConnected, onChange, earlier, ticked }: ResultsProps) {
  if (!isConnected) return <NotConnected {...NOT_CONNECTED} settings={RESEARCH_SETTINGS} />
  if (search.keyword === '') return <StartPanel earlier={earlier} />
  return (
    <div className="research-parts stack bounded gap-24">
      <KeywordsPanel key={lookupOf(search)} search={search} onChange={onChange} ticked={ticked} />
      <QuestionsPanel search={search} />
    </div>
  )
}

/** Keyword Research: related searches and questions. */
export function KeywordResearchScreen() {
  const [search, change] = useSearchState(ResearchSearch)
  const earlier = useEarlier(search)
  const { data } = useResearched(search)
  const { data: asked } = useAsked(search)
  const problem = data?.problem ?? asked?.problem ?? null
  const ticked = useTickedKeywords(search, data?.rows)
  const words = keywordsOf(search)
  const others = words.length === 0 ? [] : earlier.filter(({ keywords }) => !isSameLookup(keywords, words))
  return (
    <Page title={SCREENS.keywordResearch.title} actions={<ViewsMenu screen="keywordResearch" kept={VIEW} />}>
      <LookUpForm
        search={search}
        onLookUp={(next) => change({ ...next, page: 1 })}
        isSecondary={ticked.selected.length > 0}
      />
      {words.length > 0 ? (
        <div className="research-line cluster align-stretch between gap-24 row-gap-4">
          {others.length > 0 && (
            <span className="inline-cluster align-stretch gap-16 row-gap-4">
              <span className="quiet">Recent:</span>
              {others.map(({ keywords }) => (
                <Link
                  key={keywords.join()}
                  from={SCREENS.keywordResearch.path}
                  to={SCREENS.keywordResearch.path}
                  search={patched<ResearchSearch>({ ...askedFor(keywords), page: undefined })}
                >
                  {keywords.join(', ')}
                </Link>
              ))}
            </span>
          )}
          <UsageNote usage={data?.usage} asOf={data?.asOf} />
        </div>
      ) : (
        <div className="research-gap" />
      )}
      {problem !== null && (
        <div className="mb-16">
          <Alert kind="warn">{problem} Showing the last known data.</Alert>
        </div>
      )}
      <Results
        search={search}
        isConnected={data?.usage?.is_connected !== false}
        onChange={change}
        earlier={earlier}
        ticked={ticked}
      />
    </Page>
  )
}
