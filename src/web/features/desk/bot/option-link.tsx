import { ArrowRight, Download } from 'lucide-react'
import { useState } from 'react'
import { screenPathOf } from '#shared/access/screens.ts'
import { type BotOption, fileOf } from '#shared/features/desk/bot/contract.ts'
import { useFollow } from '#web/ui/hooks/use-follow.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ExportDialog } from '../../ground/exports/export-dialog.tsx'
import { startFile } from './queries.ts'

const ICON = { size: 14, 'aria-hidden': true } as const

/** Whether it is the address of an internal screen; other addresses are not linked. */
const isHere = (address: string) =>
  address.startsWith('/') && !/^\/[/\\]/.test(address) && screenPathOf(address) !== null

function ScreenLink({ value, label }: BotOption) {
  const follow = useFollow(value)
  if (!isHere(value)) return null
  return (
    <a className="btn btn-small" href={value} onClick={follow}>
      <ArrowRight {...ICON} />
      <span className="ellipsis">{label}</span>
    </a>
  )
}

function FileLink({ value, label }: BotOption) {
  const [isOpen, setOpen] = useState(false)
  const file = fileOf(value)
  if (file === null) return null
  return (
    <>
      <Button size="small" icon={<Download {...ICON} />} onClick={() => setOpen(true)}>
        <span className="ellipsis">{label}</span>
      </Button>
      {isOpen && (
        <ExportDialog
          title={label}
          about="We’ll prepare the file in the background and keep it for a day."
          request={file}
          start={() => startFile(file)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface OptionLinkProps {
  option: BotOption
  isDisabled: boolean
  onSay: (message: string) => void
}

/** An option of an answer: a screen, a file, or a follow-up question. */
export function OptionLink({ option, isDisabled, onSay }: OptionLinkProps) {
  if (option.type === 'link') return <ScreenLink {...option} />
  if (option.type === 'download') return <FileLink {...option} />
  return (
    <Button size="small" disabled={isDisabled} onClick={() => onSay(option.value)}>
      <span className="ellipsis">{option.label}</span>
    </Button>
  )
}
