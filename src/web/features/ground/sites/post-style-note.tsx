import { Palette } from 'lucide-react'
import type { ManagedSite } from '#shared/features/ground/sites/contract.ts'
import postStyle from '#shared/features/ground/sites/post-style.css?raw'
import { useMay } from '#web/api/session.ts'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { DONE, POST_STYLE } from './messages.ts'
import { PostStyleRow } from './post-style-row.tsx'

/** Copies the style sheet; `site` names the site that lacks it. */
function CopyCss({ site }: { site?: string }) {
  const label = 'Copy CSS'
  return (
    <CopyButton
      label={site === undefined ? label : `${label} for ${site}`}
      text={() => postStyle}
      done={DONE.styleCopied}
      icon={<Palette size={14} aria-hidden="true" />}
    >
      {label}
    </CopyButton>
  )
}

/** The style sheet of posts, and which sites on WordPress have it, for users who set up sites. */
export function PostStyleNote({ sites }: { sites: readonly ManagedSite[] }) {
  if (!useMay('ManageSites')) return null
  const styled = sites.flatMap(({ retired, post_style: style, ...site }) =>
    style === null || retired ? [] : [{ ...site, style, isLacking: /^(old|missing)$/.test(style.state) }],
  )
  return (
    <section className="sites-explained" aria-label="Styles of posts">
      <p className="meta">
        {POST_STYLE} {styled.every(({ isLacking }) => !isLacking) && <CopyCss />}
      </p>
      {styled.length > 0 && (
        <ul className="post-styles">
          {styled.map(({ site_id: id, display_name: name, style, isLacking }) => (
            <PostStyleRow key={id} id={id} name={name} style={style}>
              {isLacking && <CopyCss site={name} />}
            </PostStyleRow>
          ))}
        </ul>
      )}
    </section>
  )
}
