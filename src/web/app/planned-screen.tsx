import { Hammer } from 'lucide-react'
import { SCREENS, type ScreenName } from '#shared/access/screens.ts'
import { useUser } from '#web/api/session.ts'
import { UsedKeywordPicker } from '#web/features/keywords/used-keyword-picker.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { SCREEN_SUMMARIES } from './screen-summaries.ts'

const WITH_SEARCH: readonly ScreenName[] = ['keywords', 'articles', 'pendingArticles']

/** Stands in for a screen that is not built yet and says what it will do. */
export function PlannedScreen({ name }: { name: ScreenName }) {
  const hasSearch = useUser() !== null && WITH_SEARCH.includes(name)
  return (
    <Page title={SCREENS[name].title} search={hasSearch && <UsedKeywordPicker />}>
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
