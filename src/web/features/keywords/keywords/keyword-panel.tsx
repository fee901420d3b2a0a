import { Maximize2, Minimize2 } from 'lucide-react'
import { useContext, useEffect, useRef } from 'react'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Tabs } from '#web/ui/input/tabs.tsx'
import { Fullscreen } from '#web/ui/overlay/fullscreen.tsx'
import { SubHeaderHeight } from '#web/ui/page.tsx'
import { CalendarMenu } from '../../market/share-of-voice/calendar-menu.tsx'
import { CalendarPanel } from '../../market/share-of-voice/calendar-panel.tsx'
import { useCalendarPlace } from '../../market/share-of-voice/use-calendar-place.ts'
import { CommentsPanel } from '../keyword-comments/comments-panel.tsx'
import { LostDayPanel } from './lost-day-panel.tsx'
import { asksWhatMoved, isKeywordLost, type KeywordsSearch } from './search.ts'

/** The height of its row and the table's header, which stay visible above it. */
const ABOVE = 90

/** Scrolls to the panel if a link opened it. */
function useScrollTo(isLinked: boolean) {
  const element = useRef<HTMLElement>(null)
  const offset = useContext(SubHeaderHeight) + ABOVE
  useEffect(() => {
    const top = element.current?.getBoundingClientRect().top ?? 0
    if (isLinked && top > window.innerHeight / 2) element.current?.scrollIntoView()
  }, [isLinked])
  return { element, offset }
}

interface KeywordPanelProps {
  row: KeywordRow
  search: KeywordsSearch
  /** A link opened it, so it can be far down. */
  isLinked: boolean
  onChange: (patch: Partial<KeywordsSearch>) => void
  onCompare: (stat: Stat) => void
}

type OwnSearch = Pick<KeywordsSearch, 'month' | 'tab' | 'comments'>

/** The open tab and the default one (`own`: empty if the address is about another row). */
function tabsOf(search: KeywordsSearch, own: OwnSearch, isLostDay: boolean) {
  const usual = isLostDay && asksWhatMoved(search) && !own.month ? 'lost' : 'voice'
  if (own.comments) return { usual, tab: 'comments' }
  const chosen = own.tab || usual
  return { usual, tab: chosen === 'lost' && !isLostDay ? 'voice' : chosen }
}

/** The inside of an open row: who held the keyword, and comments on it. */
export function KeywordPanel({ row, search, isLinked, onChange, onCompare }: KeywordPanelProps) {
  const isAddressed = search.keyword_id === row.keyword_id
  const isFull = isAddressed && search.full !== undefined
  const place = useCalendarPlace(isAddressed ? search.month : undefined)
  const { element, offset } = useScrollTo(isLinked)
  const leave = () => onChange({ full: undefined })
  const open = (patch: Partial<KeywordsSearch>) => onChange({ keyword_id: row.keyword_id, ...patch })
  const showMonth = (month: string) => open({ month })
  const lostOn = isKeywordLost(row) ? row.last_result?.day : undefined
  const { tab, usual } = tabsOf(search, isAddressed ? search : {}, lostOn !== undefined)
  const tools = (
    <div className="keyword-panel-tools row gap-12">
      {tab === 'voice' && <CalendarMenu place={place} onShow={showMonth} />}
      <Button
        type="text"
        size="small"
        aria-label={isFull ? 'Exit fullscreen' : 'Fullscreen'}
        icon={isFull ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
        onClick={() => (isFull ? leave() : open({ full: '1' }))}
      />
    </div>
  )
  return (
    <Fullscreen isOn={isFull} onLeave={leave}>
      <section
        ref={element}
        style={{ scrollMarginTop: offset }}
        className="keyword-panel"
        aria-label={`Details of ${row.keyword}`}
      >
        {isFull && <h2>{row.keyword}</h2>}
        <div className="keyword-panel-tabs">
          {tools}
          <Tabs
            aria-label="Keyword"
            activeKey={tab}
            onChange={(key) =>
              open({
                comments: key === 'comments' ? '1' : undefined,
                tab: key === usual || key === 'comments' ? undefined : key === 'lost' ? 'lost' : 'voice',
              })
            }
            items={[
              {
                key: 'voice',
                label: 'Share of Voice',
                children: <CalendarPanel row={row} place={place} onShow={showMonth} onCompare={onCompare} />,
              },
              {
                key: 'comments',
                label: row.comments > 0 ? `Comments ${row.comments}` : 'Comments',
                isKept: true,
                children: <CommentsPanel keywordId={row.keyword_id} />,
              },
              ...(lostOn === undefined
                ? []
                : [
                    {
                      key: 'lost',
                      label: 'Lost day',
                      children: <LostDayPanel row={row} day={lostOn} onCompare={onCompare} />,
                    },
                  ]),
            ]}
          />
        </div>
      </section>
    </Fullscreen>
  )
}
