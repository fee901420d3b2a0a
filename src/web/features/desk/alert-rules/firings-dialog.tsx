import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { type BackTest, FIRINGS_PAGE, type Firing } from '#shared/features/desk/alert-rules/contract.ts'
import {
  countedNoun,
  findingWords,
  KINDS,
  LISTED,
  type Listed,
} from '#shared/features/desk/alert-rules/rules.ts'
import { counted } from '#shared/format/count.ts'
import { PageField } from '#shared/http/fields.ts'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { FAILURES, GONE, LISTED_LABELS, NONE_LISTED, PAST_90 } from './messages.ts'
import { firingsQuery, type TestedRule } from './queries.ts'
import { Answers, Subject } from './subjects-list.tsx'

/** The open list of a rule, as in the address. */
export interface Listing {
  of: Listed | undefined
  /** A Monday of the past year, or undefined for the past 90 days. */
  week: string | undefined
  onList: (patch: { listed: Listed | undefined; week: string | undefined }) => void
}

interface FiringsDialogProps {
  tested: BackTest
  asked: TestedRule
  listing: Listing
}

/** Weeks in which the rule would have alerted, newest first. */
function WeekPicker({ tested, listing: { week, onList } }: Pick<FiringsDialogProps, 'tested' | 'listing'>) {
  const weeks = tested.weeks.filter(({ alerts }) => alerts !== null && alerts > 0).reverse()
  const options = [
    { value: '', label: `${PAST_90}: ${counted(tested.told)}` },
    ...weeks.map(({ week: value, alerts }) => ({
      value,
      label: `Week of ${value}: ${counted(alerts ?? 0)}`,
    })),
  ]
  return (
    <Select
      aria-label="When"
      value={week ?? ''}
      options={options}
      popupMatchSelectWidth={false}
      onChange={(chosen) => onList({ listed: 'would', week: chosen === '' ? undefined : chosen })}
    />
  )
}

interface LineProps extends Pick<FiringsDialogProps, 'asked'> {
  firing: Firing
  isJudged: boolean
}

function Line({ firing, asked: { kind, ruleId }, isJudged }: LineProps) {
  const { day, title, finding } = firing
  return (
    <li>
      <span className="meta">
        <CalendarDay day={day} />
      </span>
      {title === null ? (
        <span className="quiet">{GONE}</span>
      ) : (
        <Subject kind={kind} subject={{ ...firing, title }} />
      )}
      {finding && <span className="quiet alert-finding">{findingWords(kind, finding)}</span>}
      {title !== null && isJudged && ruleId !== null && (
        <Answers subject={{ ...firing, title }} ruleId={ruleId} />
      )}
    </li>
  )
}

/** Not part of the address: another list, or a changed rule, starts with its first page. */
const Place = z.object({ page: PageField.catch(1) })

const listOf = (of: Listed): ListOf<Firing, z.output<typeof Place>> => ({
  name: `alert-firings-${of}`,
  label: LISTED_LABELS[of],
  address: Place,
  size: FIRINGS_PAGE,
  rowKey: ({ subject_id: id, day }) => `${id} ${day}`,
  failTitle: FAILURES.firings,
  empty: NONE_LISTED[of],
})

/** The items behind a rule's numbers, each with a link to where it can be handled. */
export function FiringsDialog({ tested, asked, listing }: FiringsDialogProps) {
  const { week, onList } = listing
  const offered = LISTED.filter((each) => each !== 'told' || asked.ruleId !== null)
  const of = offered.find((each) => each === listing.of) ?? 'now'
  // The Back button can change the list too, and another list starts with its first page.
  const list = `${of} ${week ?? ''}`
  const [turned, setTurned] = useState({ list, page: 1 })
  const page = turned.list === list ? turned.page : 1
  const query = useQuery(firingsQuery(asked, { of, week, page }))
  const { totalCount: total, nodes: rows } = query.data ?? {}
  const listed = useMemo(() => listOf(of), [of])
  const { noun } = KINDS[asked.kind]
  return (
    <Dialog
      open
      steady
      title={
        of === 'now' && total !== undefined ? `${countedNoun(noun, total)} today` : 'Matches of this rule'
      }
      onClose={() => onList({ listed: undefined, week: undefined })}
    >
      <div className="cluster align-stretch gap-8 mb-8">
        <Segmented<Listed>
          aria-label="List"
          value={of}
          options={offered.map((each) => ({ value: each, label: LISTED_LABELS[each] }))}
          onChange={(listed) => onList({ listed, week: undefined })}
        />
        {of === 'would' && <WeekPicker tested={tested} listing={listing} />}
      </div>
      <div className="alert-firings">
        <List
          of={listed}
          search={{ page }}
          onChange={(patch) => setTurned({ list, ...Place.parse(patch) })}
          query={{ ...query, data: rows && total !== undefined ? { rows, total } : undefined }}
          skeleton={<Skeleton lines={8} />}
          draw={(firings) => (
            <ul className="alert-subjects" aria-label={LISTED_LABELS[of]}>
              {firings.map((firing) => (
                <Line key={listed.rowKey(firing)} firing={firing} asked={asked} isJudged={of !== 'would'} />
              ))}
            </ul>
          )}
        />
      </div>
    </Dialog>
  )
}
