import { Hammer } from 'lucide-react'
import { SCREENS, type ScreenName } from '#shared/access/screens.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { SCREEN_SUMMARIES } from './screen-summaries.ts'

/** Stands in for a screen that is not built yet and says what it will do. */
export function PlannedScreen({ name }: { name: ScreenName }) {
  return (
    <Page title={SCREENS[name].title}>
      <div className="sheet">
        <Empty
          icon={<Hammer size={20} aria-hidden="true" className="quiet" />}
          text={
            <>
              {SCREEN_SUMMARIES[name]}
              <br />
              This screen is not built yet.
            </>
          }
        />
      </div>
    </Page>
  )
}
