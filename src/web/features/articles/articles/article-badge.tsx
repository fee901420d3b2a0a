import { isKnownStatus, statusLabel } from '#shared/features/articles/articles/rules.ts'
import { StatusBadge, type Tone } from '#web/ui/cells/status-badge.tsx'

const LOOKS = {
  draft: { tone: 'quiet', mark: 'hollow' },
  requested: { tone: 'note', mark: 'solid' },
  approved: { tone: 'good', mark: 'solid' },
  rejected: { tone: 'bad', mark: 'solid' },
  returned: { tone: 'warn', mark: 'solid' },
  canceled: { tone: 'quiet', mark: 'struck' },
  published: { tone: 'accent', mark: 'solid' },
} as const satisfies Record<string, { tone: Tone; mark: 'solid' | 'hollow' | 'struck' }>

/** An article's status; unknown ones are shown in neutral colours. */
export function ArticleBadge({ status }: { status: string }) {
  const look = isKnownStatus(status) ? LOOKS[status] : { tone: 'quiet' as const, mark: 'solid' as const }
  return <StatusBadge label={statusLabel(status)} {...look} />
}
