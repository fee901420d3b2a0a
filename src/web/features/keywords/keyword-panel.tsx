import { Button, Tabs } from 'antd'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useEffect } from 'react'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import type { Stat } from '#shared/features/share-of-voice/contract.ts'
import { CommentsPanel } from '../keyword-comments/comments-panel.tsx'
import { CalendarMenu } from '../share-of-voice/calendar-menu.tsx'
import { CalendarPanel } from '../share-of-voice/calendar-panel.tsx'
import { useCalendarPlace } from '../share-of-voice/use-calendar-place.ts'
import type { KeywordsSearch } from './search.ts'

/** Escape leaves the fullscreen view, unless something above it wants it first. */
function useEscape(isOn: boolean, leave: () => void) {
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('[role="dialog"], .ant-popover:not(.ant-popover-hidden)')) return
      leave()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isOn, leave])
}

interface KeywordPanelProps {
  row: KeywordRow
  search: KeywordsSearch
  onChange: (patch: Partial<KeywordsSearch>) => void
  onCompare: (stat: Stat) => void
}

/** What an open row shows: who held the keyword, and what people say about it. */
export function KeywordPanel({ row, search, onChange, onCompare }: KeywordPanelProps) {
  const isAddressed = search.keyword_id === row.keyword_id
  const isFull = isAddressed && search.full !== undefined
  const place = useCalendarPlace(isAddressed ? search.month : undefined)
  const leave = () => onChange({ full: undefined })
  useEscape(isFull, leave)
  const open = (patch: Partial<KeywordsSearch>) => onChange({ keyword_id: row.keyword_id, ...patch })
  const showMonth = (month: string) => open({ month })
  const tab = isAddressed && search.comments ? 'comments' : 'voice'
  const tools = (
    <div className="keyword-panel-tools">
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
    <section
      className={isFull ? 'keyword-panel full' : 'keyword-panel'}
      aria-label={`Details of ${row.keyword}`}
    >
      {isFull && <h2>{row.keyword}</h2>}
      {tools}
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(key) => open({ comments: key === 'comments' ? '1' : undefined })}
        items={[
          {
            key: 'voice',
            label: 'Share of Voice',
            children: <CalendarPanel row={row} place={place} onShow={showMonth} onCompare={onCompare} />,
          },
          {
            key: 'comments',
            label: row.comments > 0 ? `Comments ${row.comments}` : 'Comments',
            children: <CommentsPanel keywordId={row.keyword_id} />,
          },
        ]}
      />
    </section>
  )
}
