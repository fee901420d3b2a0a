import { Button } from 'antd'
import { ShieldX } from 'lucide-react'
import type { AccessItem, AccessLookup } from '#shared/features/user-access/contract.ts'
import { counted } from '#shared/format/count.ts'
import { AccessList } from './access-list.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { openWords, unaskedWords } from './messages.ts'
import { useRevocation } from './use-revocation.ts'

interface AccessResultPanelProps {
  sought: AccessLookup
  items: readonly AccessItem[]
}

/** What is still open, on which systems, and what was done about it. */
export function AccessResultPanel({ sought, items }: AccessResultPanelProps) {
  const revocation = useRevocation(sought)
  const open = items.filter((item) => item.active && revocation.standingOf(item) !== 'revoked')
  const failed = items.filter(({ error }) => error !== null).length
  return (
    <div className="access-result">
      <div>
        <div className="access-answer sheet">
          <p role="status">
            <strong className="answer-figure">{openWords(open.length, items.length)}</strong>
            {sought.email}
            {failed > 0 && <span className="access-error"> · {unaskedWords(failed)}</span>}
          </p>
          {open.length > 0 && (
            <Button
              danger
              icon={<ShieldX size={16} aria-hidden="true" />}
              disabled={revocation.isBusy}
              onClick={() => revocation.revoke(open)}
            >
              Revoke all {counted(open.length)}
            </Button>
          )}
        </div>
        <AccessList items={items} revocation={revocation} />
      </div>
      <EvidencePanel email={sought.email} />
    </div>
  )
}
