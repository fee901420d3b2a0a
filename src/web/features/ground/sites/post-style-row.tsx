import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PostStyleCheck } from '#shared/features/ground/sites/contract.ts'
import type { PostStyle } from '#shared/features/ground/sites/rules.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge, type Tone } from '#web/ui/cells/status-badge.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { STYLE_WORDS } from './messages.ts'
import { useCheckPostStyle } from './queries.ts'

const TONES: Readonly<Record<PostStyle, Tone>> = {
  current: 'good',
  old: 'warn',
  missing: 'warn',
  unknown: 'quiet',
}

interface PostStyleRowProps {
  id: number
  name: string
  style: PostStyleCheck
  children: ReactNode
}

/** Whether the readers of a site get the style sheet of posts, as of when, with the remedy. */
export function PostStyleRow({
  id,
  name,
  style: { state, checked_at: checkedAt },
  children,
}: PostStyleRowProps) {
  const { mutate, isPending } = useCheckPostStyle()
  const { label, note } = STYLE_WORDS[state]
  return (
    <li>
      <span className="site-title row gap-6 medium">{name}</span>
      <span role="status">
        <StatusBadge label={label} tone={TONES[state]} mark={state === 'unknown' ? 'hollow' : 'solid'} />
      </span>
      <span className="meta">
        {checkedAt === null ? (
          'Not checked yet'
        ) : (
          <>
            {note && `${note}, `}
            <RelativeTime moment={checkedAt} />
          </>
        )}
      </span>
      <span className="post-style-actions inline-row gap-8">
        <IconButton
          label={`Check the styles of ${name} again`}
          disabled={isPending}
          aria-busy={isPending}
          onClick={() => mutate(id)}
        >
          <RotateCw size={14} aria-hidden="true" />
        </IconButton>
        {children}
      </span>
    </li>
  )
}
