import { Button } from 'antd'
import { CircleHelp } from 'lucide-react'
import { ClickPopover } from '#web/ui/click-popover.tsx'

/** Explains on demand how figures are calculated. */
export function FiguresCard({ figures }: { figures: Readonly<Record<string, string>> }) {
  const list = (
    <dl className="gsc-figures">
      {Object.entries(figures).map(([name, words]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <ClickPopover content={list} placement="bottomRight">
      <Button type="text" size="small" icon={<CircleHelp size={16} aria-hidden="true" />}>
        How figures are calculated
      </Button>
    </ClickPopover>
  )
}
