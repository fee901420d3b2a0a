import type { ReactElement } from 'react'
import { MOST_TAGS } from '#shared/features/keywords/contract.ts'
import { counted } from '#shared/format/count.ts'

/** Says under a list of tags to choose from that there are more; nothing where it is whole. */
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
