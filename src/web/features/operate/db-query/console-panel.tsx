import { useState } from 'react'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { WidthHandle } from '#web/ui/input/width-handle.tsx'
import { HistoryList } from './history-list.tsx'
import { SavedList } from './saved-list.tsx'
import { TablesList } from './tables-list.tsx'

const SIDES = ['Tables', 'Saved', 'History'] as const

/** In px. */
const [LEAST, MOST] = [200, 560]

declare module 'react' {
  interface CSSProperties {
    '--side-width'?: string
  }
}

interface SidePanelProps {
  onAsk: (statement: string) => void
  onTake: (statement: string) => void
}

/** The available tables, the shared queries, and the user's own history. */
export function ConsolePanel({ onAsk, onTake }: SidePanelProps) {
  const [width, setWidth] = useState(256)
  const [side, setSide] = useState<(typeof SIDES)[number]>('Tables')
  return (
    <aside className="console-aside" aria-label="Tables and queries" style={{ '--side-width': `${width}px` }}>
      <div className="console-side stack bounded gap-12">
        <Segmented
          block
          aria-label="Tables and queries"
          options={[...SIDES]}
          value={side}
          onChange={setSide}
        />
        {side === 'Tables' && <TablesList onLook={(name) => onAsk(`select * from ${name} limit 100`)} />}
        {side === 'Saved' && <SavedList />}
        {side === 'History' && <HistoryList onTake={onTake} />}
      </div>
      <WidthHandle
        label="Width of the side panel"
        width={width}
        least={LEAST}
        most={MOST}
        onChange={setWidth}
      />
    </aside>
  )
}
