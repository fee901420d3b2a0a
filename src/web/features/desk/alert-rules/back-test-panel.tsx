import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import type { BackTest } from '#shared/features/desk/alert-rules/contract.ts'
import { countedNoun, KINDS, TEST_WEEKS, thresholdWords } from '#shared/features/desk/alert-rules/rules.ts'
import { ChartLegend } from '#web/ui/chart/chart-legend.tsx'
import { ColorSwatch } from '#web/ui/chart/color-swatch.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { ClickPopover } from '#web/ui/overlay/click-popover.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { AlertWeeksChart, LOOSER_RULE, THIS_RULE } from './alert-weeks-chart.tsx'
import type { Listing } from './firings-dialog.tsx'
import { FAILURES, NOT_COUNTED, spanWords, TOO_MUCH, toldWords } from './messages.ts'
import { backTestQuery, type TestedRule } from './queries.ts'
import { SubjectsList } from './subjects-list.tsx'

const ICON = 14

const FiringsDialog = onDemand(() =>
  import('./firings-dialog.tsx').then(({ FiringsDialog }) => FiringsDialog),
)

function Formula({ kind }: Pick<TestedRule, 'kind'>) {
  return (
    <ClickPopover content={<p className="alert-formula">{KINDS[kind].formula}</p>}>
      <Button type="text" size="small" icon={<Info size={ICON} aria-hidden="true" />}>
        How it’s calculated
      </Button>
    </ClickPopover>
  )
}

interface HistoryProps {
  tested: BackTest
  asked: TestedRule
  listing: Listing
}

function History({ tested, asked, listing: { onList } }: HistoryProps) {
  const { weeks, known_weeks: known, known_days: days, told, looser } = tested
  if (tested.is_too_much) return <p className="quiet">{TOO_MUCH}</p>
  if (known === 0) return <p className="quiet">{NOT_COUNTED}</p>
  const words = toldWords(told, days)
  const looserWords = looser && `at ${thresholdWords(asked.kind, looser.threshold)}: ${looser.told}`
  return (
    <>
      <p>
        It <strong>{words}</strong>.
        {known < TEST_WEEKS && (
          <span className="quiet">
            {' '}
            {known} of {TEST_WEEKS} weeks known
          </span>
        )}
        {weeks.some(({ alerts }) => alerts !== null && alerts > 0) && (
          <Button type="link" size="small" onClick={() => onList({ listed: 'would', week: undefined })}>
            Show list
          </Button>
        )}
      </p>
      <AlertWeeksChart
        weeks={weeks}
        onOpen={(week) => onList({ listed: 'would', week })}
        description={`Alerts a week over ${known} weeks: this rule ${words}${looserWords ? `; ${looserWords}` : ''}`}
      />
      <ChartLegend
        entries={[THIS_RULE, ...(looserWords ? [{ ...LOOSER_RULE, label: looserWords }] : [])].map(
          ({ label, color }) => ({
            name: label,
            swatch: <ColorSwatch color={color} />,
          }),
        )}
      />
    </>
  )
}

interface ListsProps {
  named: number
  shown: number
  asked: TestedRule
  listing: Listing
}

/** Links to the lists of current matches and of past alerts. */
function Lists({ named, shown, asked: { kind, ruleId }, listing: { onList } }: ListsProps) {
  const isCut = named > shown
  if (!isCut && ruleId === null) return null
  return (
    <p className="cluster align-stretch gap-8">
      {isCut && (
        <Button size="small" onClick={() => onList({ listed: 'now', week: undefined })}>
          All {countedNoun(KINDS[kind].noun, named)}
        </Button>
      )}
      {ruleId !== null && (
        <Button size="small" onClick={() => onList({ listed: 'told', week: undefined })}>
          Sent alerts
        </Button>
      )}
    </p>
  )
}

/** The alerts that a rule would have sent per week, and its current matches. */
export function BackTestPanel({ asked, listing }: { asked: TestedRule; listing: Listing }) {
  const { data, isPending, error, refetch, isPlaceholderData } = useQuery(backTestQuery(asked))
  if (isPending) return <Skeleton />
  if (error) return <Failed title={FAILURES.test} message={error.message} onRetry={() => void refetch()} />
  if (!data) return null
  const { noun } = KINDS[asked.kind]
  return (
    <section className="alert-test stack gap-10" aria-label="Back-test" aria-busy={isPlaceholderData}>
      <div className="cluster between gap-8 row-gap-4">
        <h2>{spanWords(data.known_weeks)}</h2>
        <Formula kind={asked.kind} />
      </div>
      <History tested={data} asked={asked} listing={listing} />
      <h2>Matches today: {data.named === 0 ? `no ${noun}` : countedNoun(noun, data.named)}</h2>
      <SubjectsList kind={asked.kind} subjects={data.subjects} ruleId={asked.ruleId} />
      <Lists named={data.named} shown={data.subjects.length} asked={asked} listing={listing} />
      {listing.of !== undefined && <FiringsDialog tested={data} asked={asked} listing={listing} />}
    </section>
  )
}
