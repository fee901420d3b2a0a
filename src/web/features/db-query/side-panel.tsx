import { Segmented } from 'antd'
import { useState } from 'react'
import { HistoryList } from './history-list.tsx'
import { SavedList } from './saved-list.tsx'
import { TablesList } from './tables-list.tsx'

const SIDES = ['Tables', 'Saved', 'History'] as const

interface SidePanelProps {
  onAsk: (statement: string) => void
  onTake: (statement: string) => void
}

/** What can be asked about, what others ask, and what one has asked. */
export function SidePanel({ onAsk, onTake }: SidePanelProps) {
  const [side, setSide] = useState<(typeof SIDES)[number]>('Tables')
  return (
    <aside className="console-side" aria-label="Tables and queries">
      <Segmented
        block
        aria-label="Shown beside the query"
        options={[...SIDES]}
        value={side}
        onChange={setSide}
      />
      {side === 'Tables' && <TablesList onLook={(name) => onAsk(`select * from ${name} limit 100`)} />}
      {side === 'Saved' && <SavedList />}
      {side === 'History' && <HistoryList onTake={onTake} />}
    </aside>
  )
}
