import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './input/button.tsx'
import { ClickPopover } from './overlay/click-popover.tsx'

const TITLE = 'How figures are calculated'

interface FiguresCardProps {
  /** The calculation of each figure, by its name. */
  figures: Readonly<Record<string, string>>
  /** The button is an icon. */
  isCompact?: boolean
  /** Above the figures. */
  children?: ReactNode
}

/** Explains on demand how figures are calculated. */
export function FiguresCard({ figures, isCompact = false, children }: FiguresCardProps) {
  const list = (
    <div className="figures-card">
      {children}
      <dl>
        {Object.entries(figures).map(([name, words]) => (
          <div key={name}>
            <dt className="ink">{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
  return (
    <ClickPopover content={list} placement="bottomRight">
      <Button
        type="text"
        size="small"
        icon={<CircleHelp size={16} aria-hidden="true" />}
        {...(isCompact ? { 'aria-label': TITLE, title: TITLE } : { children: TITLE })}
      />
    </ClickPopover>
  )
}
