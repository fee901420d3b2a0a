import type { ReactElement } from 'react'
import { MOST_TAGS } from '#shared/features/keywords/contract.ts'
import { counted } from '#shared/format/count.ts'

/** A note below a list of tags that there are more; nothing if the list is complete. */
export function tagsCutNote(tags: readonly unknown[] | undefined, canType: boolean) {
  if ((tags?.length ?? 0) < MOST_TAGS) return {}
  return {
    popupRender: (menu: ReactElement) => (
      <>
        {menu}
        <p className="meta tags-cut">
          The list ends after {counted(MOST_TAGS)} tags.
          {canType && ' Type to find others.'}
        </p>
      </>
    ),
  }
}
